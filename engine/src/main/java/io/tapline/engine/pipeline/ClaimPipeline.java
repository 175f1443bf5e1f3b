package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.LapsedLeases;
import io.tapline.engine.store.QueuePolicyCache;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A worker asks for work: select, lock, look again, grant. */
final class ClaimPipeline {

  private static final int FEW_QUEUES = 8;

  /** Once more after upkeep, and after a lapse that came meanwhile. */
  private static final int SHARED_LOOKS = 3;

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final ClaimCandidates candidates;
  private final QueuePolicyCache book;
  private final ClaimCacheInvalidator claimCacheInvalidator;
  private final RequestCombiner<ClaimRequest, ClaimOutcome> combiner;

  ClaimPipeline(PipelineContext context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = new ClaimCandidates(context.kinds());
    this.book = new QueuePolicyCache(context.kinds());
    this.combiner =
        new RequestCombiner<>(this::together, request -> request.command().maxItems(), context);
    this.claimCacheInvalidator = new ClaimCacheInvalidator(candidates);
    context.tally().listen(claimCacheInvalidator);
    context.tapDb().onNewLife(candidates::forgetAll);
    context.tapDb().onNewLife(book::forgetAll);
  }

  /** Either an answer, or a refusal as an exception. */
  ClaimAnswer execute(Caller caller, Claim command) {
    return execute(ClaimRequest.of(caller, context.principals().uidOf(caller), command));
  }

  ClaimAnswer execute(ClaimRequest request) {
    var command = request.command();
    if (!shares(command)) {
      return alone(request);
    }
    var kind = new RequestCombiner.Kind(request.tenantId(), command.action(), command.queueKey());
    var shared = combiner.ask(kind, request);
    return shared == null ? alone(request) : shared.orThrow();
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
      } catch (UpkeepNeeded due) {
        upkeep(tenantId, due);
      } catch (LapsedLeaseFound lapse) {
        subjects.settle(tenantId, lapse.leaseEuids());
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
      try {
        var look =
            request.namesNothing() || request.namesSubject()
                ? planned(request, upkept)
                : from(request, null, upkept);
        if (look.answer() != null) {
          return look.answer();
        }
        if (look.nothing()) {
          return ClaimAnswer.noWork(request.command().workerEuid());
        }
      } catch (UpkeepNeeded due) {
        upkeep(request.tenantId(), due);
        upkept.add(due.queue().uid());
      } catch (LapsedLeaseFound lapse) {
        subjects.settle(request.tenantId(), lapse.leaseEuids());
      }
      again.orGiveUp(request.where());
    }
  }

  /** One queue at a time, in dispatch order: the first that yields work. */
  private ClaimScanOutcome planned(ClaimRequest request, Set<Long> upkept) {
    var plan =
        context
            .tapDb()
            .transaction(request.tenantId(), tx -> ClaimPlan.read(tx, context, book, request));
    if (plan.answer() != null) {
      return ClaimScanOutcome.of(plan.answer());
    }
    var left = plan.queues();
    while (!left.isEmpty()) {
      var some = stocked(request.tenantId(), left);
      for (var queue : some) {
        var look = from(request, queue, upkept);
        if (look.answer() != null || request.namesSubject()) {
          return look;
        }
      }
      left =
          some.size() < FEW_QUEUES
              ? List.of()
              : left.subList(left.indexOf(some.get(some.size() - 1)) + 1, left.size());
    }
    return remainder(request, plan);
  }

  /** All queues at one instant: each of them had nothing, but at an instant of its own. */
  private ClaimScanOutcome remainder(ClaimRequest request, ClaimPlan plan) {
    var scopeFilter = plan.worker().profile().reach();
    var found =
        context
            .tapDb()
            .snapshot(
                request.tenantId(),
                tx -> ClaimableWork.first(tx, context.kinds(), plan.queues(), scopeFilter));
    return found == null
        ? ClaimScanOutcome.NOTHING
        : missed(request.tenantId(), found.queue(), found.remainder());
  }

  /** The next few that are worth a transaction each; of a few it is not worth asking. */
  private List<Queue> stocked(long tenantId, List<Queue> queues) {
    return queues.size() <= FEW_QUEUES
        ? queues
        : context
            .tapDb()
            .transaction(tenantId, tx -> QueuePolicyCache.stocked(tx, queues, FEW_QUEUES));
  }

  /** From one queue: the planned one, or the one that the command names. */
  private ClaimScanOutcome from(ClaimRequest request, Queue planned, Set<Long> upkept) {
    return context
        .tapDb()
        .transaction(request.tenantId(), tx -> look(tx, request, planned, upkept));
  }

  /** Lapses are settled and matured subjects promoted in transactions of their own. */
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

  private ClaimScanOutcome look(Tx tx, ClaimRequest request, Queue planned, Set<Long> upkept)
      throws SQLException {
    var rows = new DecisionRows(tx, context.kinds());
    var workerUid = request.workerUid();
    var worker = workerUid == null ? null : rows.lockWorker(workerUid, request.actorUid());
    request.requireOwn(worker);
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed != null) {
      return ClaimScanOutcome.of(replayed);
    }
    var queue = queue(rows, request.command(), planned);
    var state = candidates.before(tx, queue, worker.uid());
    request.requireInTime(state.now());
    var refusal = gate(worker, queue, state.liveLeases());
    if (refusal != null && request.namesNothing()) {
      // There is no work for a worker that may have none. A queue that was closed to it since it
      // was planned is in no plan any more.
      return WorkerEligibility.mayClaimFrom(worker, queue) == null
          ? ClaimScanOutcome.of(ClaimAnswer.noWork(worker.euid()))
          : ClaimScanOutcome.MISSED;
    }
    refuse(refusal);
    if (!upkept.contains(queue.uid())) {
      // Once; what one step leaves over is the next claim's, unless there is nothing else.
      requireUpkept(queue, state.lapsed(), state.matured());
    }
    boolean decides = !request.namesNothing() && !request.namesSubject();
    var scopeFilter = worker.profile().reach();
    if (decides && candidates.expectsNothing(tx, queue, scopeFilter)) {
      // The common case: an empty queue is asked once, and without locks.
      if (candidates.remainder(tx, queue, scopeFilter, state.now()).none()) {
        return ClaimScanOutcome.NOTHING;
      }
    }
    var locked = lock(tx, rows, request, queue, worker, state);
    if (locked.isEmpty()) {
      return decides
          ? missed(tx.tenantId(), queue, candidates.remainder(tx, queue, scopeFilter, state.now()))
          : ClaimScanOutcome.MISSED;
    }
    var answer = new ClaimGrant(tx, context, request, worker, queue).all(locked);
    if (answer == null) {
      return ClaimScanOutcome.MISSED;
    }
    candidates.granted(tx.tenantId(), worker.uid(), state, firstLease(answer));
    return ClaimScanOutcome.of(answer);
  }

  /** What a look came to that was given nothing, while this is there. */
  private ClaimScanOutcome missed(long tenantId, Queue queue, ClaimableWork remainder) {
    if (remainder.none()) {
      return ClaimScanOutcome.NOTHING;
    }
    context.tally().missed(tenantId, queue.key());
    requireUpkept(queue, remainder.lapsed(), remainder.matured());
    return ClaimScanOutcome.MISSED;
  }

  private static void requireUpkept(Queue queue, boolean lapsed, boolean matured) {
    if (lapsed || matured) {
      throw new UpkeepNeeded(queue, lapsed, matured);
    }
  }

  static long firstLease(ClaimAnswer answer) {
    return answer.claims().stream().mapToLong(ClaimAnswer.Item::fencingToken).min().orElseThrow();
  }

  private static Queue queue(DecisionRows rows, Claim command, Queue planned) throws SQLException {
    if (planned != null) {
      return rows.queuesByUid(Set.of(planned.uid())).get(planned.uid());
    }
    var queue = rows.queuesByKey(Set.of(command.queueKey())).get(command.queueKey());
    refuse(queue == null ? Refusal.unknown("queue_key", "queue " + command.queueKey()) : null);
    return queue;
  }

  private List<Long> lock(
      Tx tx,
      DecisionRows rows,
      ClaimRequest request,
      Queue queue,
      Worker worker,
      ClaimCandidates.UpkeepState state)
      throws SQLException {
    if (!request.namesSubject()) {
      int free = worker.profile().maxConcurrentLeases() - state.liveLeases();
      int room = Math.min(request.command().maxItems(), free);
      return candidates.lock(tx, queue, worker.profile().reach(), state.now(), room);
    }
    var named = List.of(request.subjectUid());
    rows.lockSubjects(named);
    return named;
  }

  static Refusal gate(Worker worker, Queue queue, int held) {
    var refusal = WorkerEligibility.mayClaim(worker);
    if (refusal == null) {
      refusal = WorkerEligibility.mayClaimFrom(worker, queue);
    }
    return refusal != null ? refusal : WorkerEligibility.belowLimit(worker, held);
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
    refuse(gate(worker, queue, held));
    var request = ClaimRequest.of(asker.caller(), asker.actorUid(), command);
    return new ClaimGrant(tx, context, request, worker, queue).all(List.of(subjectUid));
  }

  private static void refuse(Refusal refusal) {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }
}
