package io.tapline.engine.pipeline.claim;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Answered;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Blocked;
import io.tapline.engine.pipeline.claim.ClaimAttempt.LapsesFound;
import io.tapline.engine.pipeline.claim.ClaimAttempt.NoWork;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Refused;
import io.tapline.engine.pipeline.claim.ClaimAttempt.UpkeepNeeded;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.LapsedLeases;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Executes claims: select, lock, decide again, grant. */
public final class ClaimPipeline {

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimCandidates candidates;
  private final ClaimSearch search;
  private final ReadySubjects readySubjects;

  public ClaimPipeline(
      PipelineContext context, SubjectPipeline subjects, ClaimCandidates candidates) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = candidates;
    this.search = new ClaimSearch(context);
    this.readySubjects = new ReadySubjects(candidates);
    context.stats().listen(readySubjects);
    context.tapDb().onNewIncarnation(candidates::forgetAll);
  }

  /** Invalidates scan positions behind jobs that actions of this process made ready. */
  private record ReadySubjects(ClaimCandidates candidates) implements ActionListener {

    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      outcomes.stream()
          .filter(outcome -> !outcome.refused())
          .forEach(outcome -> carriedOut(caller.tenantId(), outcome.answer()));
    }

    void carriedOut(long tenantId, ActionAnswer answer) {
      if (answer.result() instanceof Envelope after && after.state().claimable()) {
        candidates.returned(tenantId, after.nextQueueKey(), after.visibleFrom());
      }
    }
  }

  /**
   * Claims of one tenant from one queue in one transaction, on the general path. A transaction that
   * finds upkeep to do is rolled back, and repeated after the upkeep.
   *
   * @return null for a claim that has to be executed alone
   */
  public List<ClaimOutcome> generally(
      List<ClaimRequest> requests, ClaimTransaction.FirstPart first) {
    var attempts = attempt(requests, first, Set.of());
    for (var attempt : attempts) {
      if (attempt instanceof UpkeepNeeded due) {
        unblock(requests.get(0).tenantId(), due);
        attempts = attempt(requests, first, Set.of(due.queue().uid()));
        break;
      }
    }
    var outcomes = new ArrayList<ClaimOutcome>();
    for (int i = 0; i < attempts.size(); i++) {
      outcomes.add(outcome(requests.get(i), attempts.get(i)));
    }
    return outcomes;
  }

  private List<ClaimAttempt> attempt(
      List<ClaimRequest> requests, ClaimTransaction.FirstPart first, Set<Long> upkept) {
    return IdempotentRetry.execute(
            context,
            requests.get(0).tenantId(),
            requests.size(),
            tx ->
                new ClaimTransaction(tx, context, candidates, requests, false)
                    .execute(first, null, upkept))
        .committed();
  }

  /** Null when the claim has to be repeated. */
  private static ClaimOutcome outcome(ClaimRequest request, ClaimAttempt attempt) {
    if (attempt instanceof Answered answered) {
      return ClaimOutcome.of(answered.answer());
    }
    if (attempt instanceof Refused refused) {
      return ClaimOutcome.refused(refused.refusal());
    }
    return attempt instanceof NoWork
        ? ClaimOutcome.of(ClaimAnswer.noWork(request.command().workerEuid()))
        : null;
  }

  /** Lets the claim find jobs that an earlier action of its request has returned. */
  void returned(long tenantId, ActionAnswer answer) {
    readySubjects.carriedOut(tenantId, answer);
  }

  /**
   * Repeats the attempt until it finds work, or until nothing was claimable at one instant: only
   * then the answer is "no work". A scan skips jobs that other transactions have locked, perhaps
   * for a moment only: a claim of another job, the sweep, a promotion. Then the claim scans again,
   * up to {@link ClaimRetryLimit}.
   */
  ClaimOutcome alone(ClaimRequest request) {
    var again = new ClaimRetryLimit();
    var upkept = new HashSet<Long>();
    while (true) {
      var attempt =
          request.triesQueues() || request.namesSubject()
              ? search.attempt(request, queue -> attemptAlone(request, queue, upkept))
              : attemptAlone(request, null, upkept);
      var outcome = outcome(request, attempt);
      if (outcome != null) {
        return outcome;
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

  private ClaimAttempt attemptAlone(ClaimRequest request, Queue planned, Set<Long> upkept) {
    return IdempotentRetry.execute(
            context,
            request.tenantId(),
            1,
            tx ->
                new ClaimTransaction(tx, context, candidates, List.of(request), true)
                    .execute(none -> i -> true, planned, upkept))
        .committed()
        .get(0);
  }

  /** Settles lapses and promotes matured jobs in separate transactions. */
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
   * Claims one named subject for a pack action, in its transaction. Worker and subject are locked.
   *
   * @param parent the request of the pack action
   * @param held the number of live leases of the worker
   * @return the grant, a refusal, or the lapse that has to be settled first
   */
  public ClaimAttempt within(
      Tx tx, HashedCommand parent, Claim command, Worker worker, Queue queue, int held)
      throws SQLException {
    var request = ClaimRequest.of(parent.caller(), parent.actorUid(), command);
    return ClaimTransaction.within(tx, context, request, worker, queue, held);
  }
}
