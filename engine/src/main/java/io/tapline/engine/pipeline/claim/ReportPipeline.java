package io.tapline.engine.pipeline.claim;

import io.tapline.api.request.Claim;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestCombiner;
import io.tapline.engine.pipeline.claim.StepPipeline.Step;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.tapdb.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Claims of workers, and reports: a worker reports the end of jobs and claims more, in one
 * transaction. The ending comes first: it frees the worker's capacity for the claim, and stays
 * valid for every outcome of the claim. Claims and reports of one queue share transactions. A part
 * that the transaction leaves out is executed after it, the ending and then the claim, each as if
 * it had been requested alone.
 */
public final class ReportPipeline {

  /** Attempts of a claim on the fast path while others take the jobs that it finds. */
  private static final int MOST_ATTEMPTS = 5;

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimPipeline claims;
  private final StepPipeline steps;
  private final RequestCombiner<EndingsAndClaim, ReportResult> combiner;

  public ReportPipeline(
      PipelineContext context, SubjectPipeline subjects, ClaimPipeline claims, StepPipeline steps) {
    this.context = context;
    this.steps = steps;
    this.subjects = subjects;
    this.claims = claims;
    this.combiner = new RequestCombiner<>(this::together, EndingsAndClaim::size, context);
  }

  /**
   * Endings, and a claim of the same worker.
   *
   * @param endings null for a claim without a report
   */
  private record EndingsAndClaim(List<HashedCommand> endings, ClaimRequest next) {

    int ended() {
      return endings == null ? 0 : endings.size();
    }

    int size() {
      return ended() + next.command().maxItems();
    }

    /** Whether the claim names a queue and both parts are small enough to share a transaction. */
    boolean shares() {
      return next.command().queueKey() != null
          && next.command().subjectEuid() == null
          && ended() <= RequestCombiner.FEW
          && next.command().maxItems() <= RequestCombiner.FEW;
    }

    RequestCombiner.Kind kind() {
      return new RequestCombiner.Kind(
          next.tenantId(), next.command().action(), next.command().queueKey());
    }
  }

  /**
   * The parts of one request that the transaction executed.
   *
   * @param outcomes null without endings; an element is null for an ending that has to be executed
   *     alone
   * @param claimed null when the claim has to be executed again
   * @param missed whether the claim can be executed again with others
   */
  private record ReportResult(ItemOutcome[] outcomes, ClaimOutcome claimed, boolean missed) {}

  public ClaimOutcome execute(Caller caller, Claim command) {
    return execute(ClaimRequest.of(caller, context.principals().uidOf(caller), command));
  }

  /**
   * A claim that found no free job in a queue with work is repeated: new jobs arrive, and other
   * claims take them, while it runs. The general path follows if that happens again and again.
   */
  private ClaimOutcome execute(ClaimRequest request) {
    var claim = new EndingsAndClaim(null, request);
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
      var done = claim.shares() ? combiner.ask(claim.kind(), claim) : Optional.of(alone(request));
      if (done.isEmpty() || !done.get().missed()) {
        return done.map(ReportResult::claimed).orElseGet(() -> claims.alone(request));
      }
    }
    return claims.alone(request);
  }

  private ReportResult alone(ClaimRequest request) {
    return result(steps.execute(List.of(new Step(null, request))).get(0));
  }

  private static ReportResult result(StepPipeline.Done done) {
    return new ReportResult(done.outcomes(), done.claimed(), done.missed());
  }

  public ReportOutcome execute(Caller caller, List<? extends SubjectCommand> endings, Claim next) {
    var hashed = subjects.hashed(caller, endings);
    var report =
        new EndingsAndClaim(hashed, ClaimRequest.of(caller, hashed.get(0).actorUid(), next));
    var together = next.queueKey() == null ? Optional.<ReportResult>empty() : atOnce(report);
    var outcomes =
        together
            .map(done -> subjects.complete(hashed, done.outcomes()))
            .orElseGet(() -> subjects.execute(hashed));
    var claimed = together.map(ReportResult::claimed);
    if (claimed.isPresent()) {
      return new ReportOutcome(outcomes, claimed.get());
    }
    boolean stands = outcomes.stream().anyMatch(outcome -> !outcome.refused());
    boolean missed = together.map(ReportResult::missed).orElse(false);
    return new ReportOutcome(outcomes, stands ? claimed(report.next(), missed) : null);
  }

  /** Empty when the ending has to be tried without the claim, under its key. */
  private Optional<ReportResult> atOnce(EndingsAndClaim report) {
    try {
      return report.shares()
          ? combiner.ask(report.kind(), report)
          : Optional.ofNullable(together(List.of(report)).get(0));
    } catch (StoreException e) {
      if (!e.connected()) {
        throw e;
      }
      if (!e.isLockNotAvailable() && !e.isUniqueViolation()) {
        failed(e);
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      failed(e);
      return Optional.empty();
    }
  }

  /** Both are executed alone afterwards, so that no caller gets the fault. */
  private void failed(RuntimeException e) {
    context.stats().failures().failed(Task.REPORT, "ending and claim in one transaction", e);
  }

  /** Executes the claim again, alone. */
  public ClaimOutcome claim(Caller caller, Claim next) {
    var request = ClaimRequest.of(caller, context.principals().uidOf(caller), next);
    return claimed(request, false);
  }

  /** A fault of the claim does not concern the ending. */
  private ClaimOutcome claimed(ClaimRequest request, boolean missed) {
    try {
      return missed ? execute(request) : claims.alone(request);
    } catch (RuntimeException e) {
      return ClaimOutcome.failed(e);
    }
  }

  /** Requests of one tenant and one queue; null for a request that has to be executed alone. */
  private List<ReportResult> together(List<EndingsAndClaim> requests) {
    var steps = requests.stream().map(one -> new Step(one.endings(), one.next())).toList();
    var done = new ArrayList<ReportResult>();
    for (var one : this.steps.execute(steps)) {
      boolean nothing = one.outcomes() == null && one.claimed() == null && !one.missed();
      done.add(nothing ? null : result(one));
    }
    return RequestCombiner.rest(done, requests, this::generally);
  }

  private List<ReportResult> generally(List<EndingsAndClaim> requests) {
    var reports = requests.stream().filter(one -> one.endings() != null).toList();
    var outcomes = new IdentityHashMap<EndingsAndClaim, ItemOutcome[]>();
    var claimed =
        claims.generally(
            requests.stream().map(EndingsAndClaim::next).toList(),
            tx -> {
              var ended =
                  reports.isEmpty()
                      ? List.<ItemOutcome[]>of()
                      : subjects.together(
                          tx, reports.stream().map(EndingsAndClaim::endings).toList());
              for (int i = 0; i < ended.size(); i++) {
                outcomes.put(reports.get(i), ended.get(i));
                returned(tx.tenantId(), ended.get(i));
              }
              return i -> mayFollow(outcomes.get(requests.get(i)));
            });
    var results = new ArrayList<ReportResult>();
    for (int i = 0; i < requests.size(); i++) {
      results.add(new ReportResult(outcomes.get(requests.get(i)), claimed.get(i), false));
    }
    return results;
  }

  /**
   * Whether the claim can follow: an ending that is not executed yet has not freed its capacity,
   * and may be refused.
   */
  private static boolean mayFollow(ItemOutcome[] outcomes) {
    return outcomes == null
        || Arrays.stream(outcomes).allMatch(outcome -> outcome != null)
            && Arrays.stream(outcomes).anyMatch(outcome -> !outcome.refused());
  }

  /** Lets the claim find jobs that the endings have returned to the queue. */
  private void returned(long tenantId, ItemOutcome[] outcomes) {
    for (var outcome : outcomes) {
      if (outcome != null && !outcome.refused()) {
        claims.returned(tenantId, outcome.answer());
      }
    }
  }
}
