package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ClaimAttempt.Granted;
import io.tapline.engine.pipeline.ClaimAttempt.Missed;
import io.tapline.engine.pipeline.ClaimAttempt.NoWork;
import io.tapline.engine.pipeline.ClaimAttempt.NotEligible;
import io.tapline.engine.pipeline.ClaimAttempt.UpkeepNeeded;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.QueuePolicyCache;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * One attempt at a claim by itself: from the queue that it names, or from those that its worker
 * serves, one after the other. It waits for the locks of its worker and of the subject that it
 * names, and for no other.
 */
final class SingleClaim {

  private static final int FEW_QUEUES = 8;

  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final QueuePolicyCache book;

  SingleClaim(PipelineContext context, ClaimCandidates candidates) {
    this.context = context;
    this.candidates = candidates;
    this.book = new QueuePolicyCache(context.templates());
    context.tapDb().onNewLife(book::forgetAll);
  }

  /**
   * @param upkept the queues whose lapses were settled, and whose subjects were promoted, for this
   *     claim already
   */
  ClaimAttempt attempt(ClaimRequest request, Set<Long> upkept) {
    return request.namesNothing() || request.namesSubject()
        ? planned(request, upkept)
        : from(request, null, upkept);
  }

  /** One queue at a time, in dispatch order: the first that yields work. */
  private ClaimAttempt planned(ClaimRequest request, Set<Long> upkept) {
    var plan =
        context
            .tapDb()
            .transaction(request.tenantId(), tx -> ClaimPlan.read(tx, context, book, request));
    if (plan instanceof ClaimPlan.Known known) {
      return known.attempt();
    }
    var search = (ClaimPlan.Search) plan;
    var left = search.queues();
    while (!left.isEmpty()) {
      var some = stocked(request.tenantId(), left);
      for (var queue : some) {
        var attempt = from(request, queue, upkept);
        boolean nothingHere = attempt instanceof NoWork || attempt instanceof Missed;
        if (!nothingHere || request.namesSubject()) {
          return attempt;
        }
      }
      left =
          some.size() < FEW_QUEUES
              ? List.of()
              : left.subList(left.indexOf(some.get(some.size() - 1)) + 1, left.size());
    }
    return remainder(request, search);
  }

  /** All queues at one instant: each of them had nothing, but at an instant of its own. */
  private ClaimAttempt remainder(ClaimRequest request, ClaimPlan.Search search) {
    var scopeFilter = search.worker().profile().reach();
    return context
        .tapDb()
        .snapshot(
            request.tenantId(),
            tx -> ClaimableWork.first(tx, context.templates(), search.queues(), scopeFilter))
        .map(found -> missed(request.tenantId(), found.queue(), found.remainder()))
        .orElseGet(NoWork::new);
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
  private ClaimAttempt from(ClaimRequest request, Queue planned, Set<Long> upkept) {
    return context
        .tapDb()
        .transaction(request.tenantId(), tx -> look(tx, request, planned, upkept));
  }

  private ClaimAttempt look(Tx tx, ClaimRequest request, Queue planned, Set<Long> upkept)
      throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var workerUid = request.workerUid();
    var worker = workerUid == null ? null : rows.workers().lock(workerUid, request.actorUid());
    request.requireOwn(worker);
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed.isPresent()) {
      return new Granted(replayed.get());
    }
    var queue = queue(rows, request.command(), planned);
    var state = candidates.before(tx, queue, worker.uid());
    request.requireInTime(state.now());
    var refusal = gate(worker, queue, state.liveLeases());
    if (refusal != null && request.namesNothing()) {
      // There is no work for a worker that may have none. A queue that was closed to it since it
      // was planned is in no plan any more.
      return WorkerEligibility.mayClaimFrom(worker, queue) == null
          ? new NotEligible()
          : new Missed();
    }
    refuse(refusal);
    if ((state.lapsed() || state.matured()) && !upkept.contains(queue.uid())) {
      // Once; what one step leaves over is the next claim's, unless there is nothing else.
      return new UpkeepNeeded(queue, state.lapsed(), state.matured());
    }
    boolean decides = !request.namesNothing() && !request.namesSubject();
    var scopeFilter = worker.profile().reach();
    if (decides && candidates.expectsNothing(tx, queue, scopeFilter)) {
      // The common case: an empty queue is asked once, and without locks.
      if (candidates.remainder(tx, queue, scopeFilter, state.now()).none()) {
        return new NoWork();
      }
    }
    var locked = lock(tx, rows, request, queue, worker, state);
    if (locked.isEmpty()) {
      return decides
          ? missed(tx.tenantId(), queue, candidates.remainder(tx, queue, scopeFilter, state.now()))
          : new Missed();
    }
    var attempt = new ClaimGrant(tx, context, request, worker, queue).all(locked);
    if (attempt instanceof Granted granted) {
      candidates.granted(
          tx.tenantId(), worker.uid(), state, ClaimGrant.firstLease(granted.answer()));
    }
    return attempt;
  }

  /** What an attempt came to that was given nothing, while this is there. */
  private ClaimAttempt missed(long tenantId, Queue queue, ClaimableWork remainder) {
    if (remainder.none()) {
      return new NoWork();
    }
    context.stats().missed(tenantId, queue.key());
    return remainder.lapsed() || remainder.matured()
        ? new UpkeepNeeded(queue, remainder.lapsed(), remainder.matured())
        : new Missed();
  }

  private static Queue queue(DecisionRows rows, Claim command, Queue planned) throws SQLException {
    if (planned != null) {
      return rows.queues().byUid(Set.of(planned.uid())).get(planned.uid());
    }
    var queue = rows.queues().byKey(Set.of(command.queueKey())).get(command.queueKey());
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

  private static void refuse(Refusal refusal) {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }
}
