package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.StepPipeline.Step;
import io.tapline.tapdb.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A worker reports the end of jobs and claims more, in one transaction, which reports of other
 * workers share. The ending comes first: it frees the worker's capacity for the claim, and stays
 * valid whatever the outcome of the claim. A part that the transaction leaves out is executed after
 * it, the ending and then the claim, each as if it had been requested alone.
 */
final class ReportPipeline {

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimPipeline claims;
  private final StepPipeline steps;
  private final RequestCombiner<EndingsAndClaim, ReportResult> combiner;

  ReportPipeline(
      PipelineContext context, SubjectPipeline subjects, ClaimPipeline claims, StepPipeline steps) {
    this.context = context;
    this.steps = steps;
    this.subjects = subjects;
    this.claims = claims;
    this.combiner = new RequestCombiner<>(this::together, EndingsAndClaim::size, context);
  }

  /** Endings, and a claim of the same worker. */
  private record EndingsAndClaim(HashedCommands endings, ClaimRequest next) {

    int size() {
      return endings.commands().size() + next.command().maxItems();
    }

    boolean few() {
      return endings.commands().size() <= RequestCombiner.FEW
          && next.command().maxItems() <= RequestCombiner.FEW;
    }

    RequestCombiner.Kind kind() {
      return new RequestCombiner.Kind(
          next.tenantId(), endings.commands().get(0).action(), next.command().queueKey());
    }
  }

  /**
   * The result of the shared transaction.
   *
   * @param outcomes null for an ending that has to be executed alone
   * @param claimed null when the claim has to be executed alone
   */
  private record ReportResult(ItemOutcome[] outcomes, ClaimOutcome claimed) {}

  ReportOutcome execute(Caller caller, List<? extends SubjectCommand> endings, Claim next) {
    var hashedCommands = subjects.ask(caller, endings);
    var report =
        new EndingsAndClaim(
            hashedCommands, ClaimRequest.of(caller, hashedCommands.asker().actorUid(), next));
    var together = next.queueKey() == null ? Optional.<ReportResult>empty() : atOnce(report);
    var outcomes =
        together
            .map(done -> subjects.complete(hashedCommands, done.outcomes()))
            .orElseGet(() -> subjects.execute(hashedCommands));
    var claimed = together.map(ReportResult::claimed);
    if (claimed.isPresent()) {
      return new ReportOutcome(outcomes, claimed.get());
    }
    boolean stands = outcomes.stream().anyMatch(outcome -> !outcome.refused());
    return new ReportOutcome(outcomes, stands ? claimed(report.next()) : null);
  }

  /** Empty when the ending has to be tried without the claim, under its key. */
  private Optional<ReportResult> atOnce(EndingsAndClaim report) {
    try {
      return report.few()
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
    } catch (RefusedException e) {
      // A faulty claim is refused when it is made alone afterwards; the ending is safe.
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
  ClaimOutcome claim(Caller caller, Claim next) {
    return claimed(ClaimRequest.of(caller, context.principals().uidOf(caller), next));
  }

  /** A fault of the claim does not concern the ending. */
  private ClaimOutcome claimed(ClaimRequest request) {
    try {
      return claims.alone(request);
    } catch (RuntimeException e) {
      return e instanceof RefusedException refused
          ? ClaimOutcome.refused(refused.refusal())
          : ClaimOutcome.failed(e);
    }
  }

  /** Executes reports of one tenant and one queue. */
  private List<ReportResult> together(List<EndingsAndClaim> reports) {
    return StepPipeline.rest(
        steps.execute(reports.stream().map(one -> new Step(one.endings(), one.next())).toList()),
        reports,
        done -> done.outcomes() == null ? null : new ReportResult(done.outcomes(), done.claimed()),
        this::generally);
  }

  private List<ReportResult> generally(List<EndingsAndClaim> reports) {
    var endings = reports.stream().map(EndingsAndClaim::endings).toList();
    var outcomes = new ArrayList<ItemOutcome[]>();
    var claimed =
        claims.generally(
            reports.stream().map(EndingsAndClaim::next).toList(),
            tx -> {
              outcomes.clear();
              outcomes.addAll(subjects.together(tx, endings));
              outcomes.forEach(some -> returned(tx.tenantId(), some));
              return i -> stands(outcomes.get(i));
            });
    var results = new ArrayList<ReportResult>();
    for (int i = 0; i < reports.size(); i++) {
      results.add(new ReportResult(outcomes.get(i), claimed.get(i)));
    }
    return results;
  }

  /**
   * Whether the claim can follow: an ending that is not executed yet has not freed its capacity,
   * and may be refused.
   */
  private static boolean stands(ItemOutcome[] outcomes) {
    return Arrays.stream(outcomes).allMatch(outcome -> outcome != null)
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
