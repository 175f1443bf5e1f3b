package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.command.Claim;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ClaimAttempt.Blocked;
import io.tapline.engine.pipeline.ClaimAttempt.Granted;
import io.tapline.engine.pipeline.ClaimAttempt.LapsesFound;
import io.tapline.engine.pipeline.ClaimAttempt.NoWork;
import io.tapline.engine.pipeline.ClaimAttempt.NotEligible;
import io.tapline.engine.pipeline.ClaimAttempt.UpkeepNeeded;
import io.tapline.engine.pipeline.StepPipeline.Step;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.LapsedLeases;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/** A worker asks for work: select, lock, look again, grant. */
final class ClaimPipeline {

  /** Once more after upkeep, and after a lapse that came meanwhile. */
  private static final int SHARED_LOOKS = 3;

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimCandidates candidates;
  private final StepPipeline steps;
  private final SingleClaim single;
  private final ClaimCacheInvalidator claimCacheInvalidator;
  private final RequestCombiner<ClaimRequest, ClaimOutcome> combiner;

  ClaimPipeline(
      PipelineContext context,
      SubjectPipeline subjects,
      ClaimCandidates candidates,
      StepPipeline steps) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = candidates;
    this.steps = steps;
    this.single = new SingleClaim(context, candidates);
    this.combiner =
        new RequestCombiner<>(this::together, request -> request.command().maxItems(), context);
    this.claimCacheInvalidator = new ClaimCacheInvalidator(candidates);
    context.stats().listen(claimCacheInvalidator);
    context.tapDb().onNewLife(candidates::forgetAll);
  }

  /** Either an answer, or a refusal as an exception. */
  ClaimAnswer execute(Caller caller, Claim command) {
    return execute(ClaimRequest.of(caller, context.principals().uidOf(caller), command));
  }

  ClaimAnswer execute(ClaimRequest request) {
    var command = request.command();
    if (!shares(command)) {
      var claimed = steps.execute(List.of(new Step(null, request))).get(0).claimed();
      return claimed != null ? claimed.orThrow() : alone(request);
    }
    var kind = new RequestCombiner.Kind(request.tenantId(), command.action(), command.queueKey());
    return combiner.ask(kind, request).map(ClaimOutcome::orThrow).orElseGet(() -> alone(request));
  }

  /** One that names a queue and asks for little has its look at the queue with others. */
  private static boolean shares(Claim command) {
    return command.queueKey() != null
        && command.subjectEuid() == null
        && command.maxItems() <= RequestCombiner.FEW;
  }

  ClaimAnswer alone(ClaimRequest request) {
    return IdempotentRetry.settle(() -> claim(request));
  }

  /** All in one transaction; null for one that has to be looked at alone. */
  private List<ClaimOutcome> together(List<ClaimRequest> requests) {
    return StepPipeline.rest(
        steps.execute(requests.stream().map(one -> new Step(null, one)).toList()),
        requests,
        StepPipeline.Done::claimed,
        this::generally);
  }

  private List<ClaimOutcome> generally(List<ClaimRequest> requests) {
    return together(
        requests,
        (tx, claims, upkept) -> {
          claims.ask();
          tx.flush();
          return claims.answered().look(upkept);
        });
  }

  /** One look of several claims, with whatever else belongs into its transaction. */
  interface ClaimScan<T> {
    List<T> at(Tx tx, SharedClaims claims, boolean upkept) throws SQLException;
  }

  /** What has to be settled or promoted first is, and then all of it is done again. */
  <T> List<T> together(List<ClaimRequest> requests, ClaimScan<T> once) {
    long tenantId = requests.get(0).tenantId();
    for (int look = 0; look < SHARED_LOOKS; look++) {
      boolean upkept = look > 0;
      var claims = new SharedClaims[1];
      try {
        var results =
            SharedTransaction.execute(
                context,
                tenantId,
                requests.size(),
                tx -> {
                  claims[0] = new SharedClaims(tx, context, candidates, requests);
                  return once.at(tx, claims[0], upkept);
                });
        claims[0].committed();
        return results;
      } catch (ClaimRollback rolledBack) {
        unblock(tenantId, rolledBack.blocked());
      }
    }
    return Collections.nCopies(requests.size(), null);
  }

  /** These have come, or come back, to their queues by now. */
  void returned(long tenantId, ActionAnswer answer) {
    claimCacheInvalidator.carriedOut(tenantId, answer);
  }

  /**
   * Looks until there is something, or until there was an instant at which nothing was claimable:
   * only then is there "no work". A look passes by what others have locked, and they may have it
   * locked in passing only: a claimer that takes another or steps back, the sweep, a promotion.
   * That means looking again, which {@link ClaimRetryLimit} bounds. What has to be settled or
   * promoted first is, in transactions of its own, and then the look is repeated.
   */
  private ClaimAnswer claim(ClaimRequest request) {
    var again = new ClaimRetryLimit();
    var upkept = new HashSet<Long>();
    while (true) {
      var attempt = single.attempt(request, upkept);
      if (attempt instanceof Granted granted) {
        return granted.answer();
      }
      if (attempt instanceof NoWork || attempt instanceof NotEligible) {
        return ClaimAnswer.noWork(request.command().workerEuid());
      }
      if (attempt instanceof Blocked blocked) {
        unblock(request.tenantId(), blocked);
      }
      if (attempt instanceof UpkeepNeeded due) {
        upkept.add(due.queue().uid());
      }
      again.orGiveUp(request.where());
    }
  }

  /** Lapses are settled and matured subjects promoted in transactions of their own. */
  private void unblock(long tenantId, Blocked blocked) {
    if (blocked instanceof LapsesFound lapses) {
      subjects.settle(tenantId, lapses.leaseEuids());
    } else if (blocked instanceof UpkeepNeeded due) {
      upkeep(tenantId, due);
    }
  }

  private void upkeep(long tenantId, UpkeepNeeded due) {
    if (due.lapsed()) {
      subjects.settle(
          tenantId,
          context.tapDb().transaction(tenantId, tx -> LapsedLeases.ofQueue(tx, due.queue().uid())));
    }
    if (due.matured()) {
      context.tapDb().transaction(tenantId, tx -> candidates.promote(tx, due.queue().key()));
    }
  }

  /**
   * One named subject, for an action that takes it up and does its work in the same transaction.
   * Worker and subject are locked.
   *
   * @param held the live leases of the worker
   */
  ClaimAnswer within(
      Tx tx,
      RequestCaller asker,
      Claim command,
      Worker worker,
      Queue queue,
      long subjectUid,
      int held)
      throws SQLException {
    var refusal = SingleClaim.gate(worker, queue, held);
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
    var request = ClaimRequest.of(asker.caller(), asker.actorUid(), command);
    var attempt = new ClaimGrant(tx, context, request, worker, queue).all(List.of(subjectUid));
    if (attempt instanceof LapsesFound lapses) {
      // The action has written by now, perhaps: its transaction is rolled back, and run again.
      throw new LapsedLeaseFound(lapses.leaseEuids());
    }
    return ((Granted) attempt).answer();
  }
}
