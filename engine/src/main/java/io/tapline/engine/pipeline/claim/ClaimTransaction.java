package io.tapline.engine.pipeline.claim;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Answered;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Missed;
import io.tapline.engine.pipeline.claim.ClaimAttempt.NoWork;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Refused;
import io.tapline.engine.pipeline.claim.ClaimAttempt.UpkeepNeeded;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.PolicyVersions.SeenWorker;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * One attempt at one or more claims from one queue, in one transaction. Workers of equal scope
 * share a scan of the queue, and each gets the next subjects in the order of the requests. A single
 * claim waits for the lock of its worker and of the subject that it names. Several claims wait for
 * no lock: a claim whose worker is locked, or claims twice, is missed and repeated alone.
 */
final class ClaimTransaction {

  private final Tx tx;
  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final List<ClaimRequest> requests;
  private final boolean waits;
  private final DecisionRows rows;
  private final ClaimAttempt[] attempts;
  private final List<ClaimTurn> granted = new ArrayList<>();
  private Queue queue;

  /** A claim that passed all checks, and the state of its worker and queue. */
  private record ClaimTurn(
      int index, ClaimRequest request, Worker worker, ClaimCandidates.UpkeepState state) {

    int capacity() {
      return Math.min(
          request.command().maxItems(),
          worker.profile().maxConcurrentLeases() - state.liveLeases());
    }
  }

  /**
   * @param waits whether the transaction waits for locks; for a single request only
   */
  ClaimTransaction(
      Tx tx,
      PipelineContext context,
      ClaimCandidates candidates,
      List<ClaimRequest> requests,
      boolean waits) {
    this.tx = tx;
    this.context = context;
    this.candidates = candidates;
    this.requests = requests;
    this.waits = waits;
    this.rows = new DecisionRows(tx, context.templates());
    this.attempts = new ClaimAttempt[requests.size()];
    Arrays.fill(attempts, new Missed());
  }

  /** Actions of the same requests that run between the locks of the workers and the claims. */
  interface FirstPart {

    /**
     * @return whether the claim of the request with this index may follow
     */
    IntPredicate execute(Tx tx) throws SQLException;
  }

  /**
   * @param planned the queue to claim from; null for the one that all requests name
   * @param upkept uids of the queues whose upkeep these claims have already done
   */
  ClaimTransaction execute(FirstPart first, Queue planned, Set<Long> upkept) throws SQLException {
    var workers = lockWorkers();
    // Under the locks: an identical request may have committed before they were taken.
    var before =
        ReplayLookup.ask(
            tx,
            ActionKey.CLAIM_QUEUE_ITEM,
            requests.stream()
                .filter(request -> request.workerUid() != null)
                .map(ClaimReplay::key)
                .toList());
    var mayFollow = first.execute(tx);
    queue = readQueue(planned);
    var turns = turns(open(workers.get(), before.get(), mayFollow, planned));
    if (turns.isEmpty()) {
      return this;
    }
    var state = turns.get(0).state();
    if ((state.lapsed() || state.matured()) && !upkept.contains(queue.uid())) {
      // Upkeep runs once; further upkeep is left to the next claim, unless there is no other work.
      turns.forEach(
          turn ->
              attempts[turn.index()] = new UpkeepNeeded(queue, state.lapsed(), state.matured()));
      tx.rollBack();
      return this;
    }
    var byReach = new LinkedHashMap<ScopeFilter, List<ClaimTurn>>();
    for (var turn : turns) {
      byReach
          .computeIfAbsent(turn.worker().profile().reach(), reach -> new ArrayList<>())
          .add(turn);
    }
    for (var some : byReach.entrySet()) {
      grant(some.getKey(), some.getValue());
    }
    return this;
  }

  /** The attempts in the order of the requests, after the transaction. */
  List<ClaimAttempt> committed() {
    // A lease floor must not come from a transaction that may be rolled back: a lease that ended
    // in it would be live again.
    for (var turn : granted) {
      candidates.granted(
          turn.request().tenantId(),
          turn.worker().uid(),
          turn.state(),
          ClaimGrant.firstLease(((Answered) attempts[turn.index()]).answer()));
    }
    return Arrays.asList(attempts);
  }

  /** Workers come before subjects, in the order of their uids. */
  private Deferred<Map<SeenWorker, Worker>> lockWorkers() throws SQLException {
    var asked = requests.stream().filter(request -> request.workerUid() != null).toList();
    if (!waits) {
      return rows.workers().askFree(asked.stream().map(ClaimTransaction::seen).distinct().toList());
    }
    Map<SeenWorker, Worker> locked = new HashMap<>();
    for (var request : asked) {
      locked.put(seen(request), rows.workers().lock(request.workerUid(), request.actorUid()));
    }
    return Deferred.of(locked);
  }

  private static SeenWorker seen(ClaimRequest request) {
    return new SeenWorker(request.workerUid(), request.actorUid());
  }

  private Queue readQueue(Queue planned) throws SQLException {
    if (planned != null) {
      return rows.queues().byUid(Set.of(planned.uid())).get(planned.uid());
    }
    var key = requests.get(0).command().queueKey();
    return rows.queues().byKey(Set.of(key)).get(key);
  }

  /** Answers and refuses claims before their state is read; returns the others by index. */
  private Map<Integer, Worker> open(
      Map<SeenWorker, Worker> workers,
      Map<ReplayLookup.Key, List<ReplayLookup.FoundAction>> before,
      IntPredicate mayFollow,
      Queue planned)
      throws SQLException {
    var open = new LinkedHashMap<Integer, Worker>();
    var seen = new HashSet<Long>();
    for (int i = 0; i < requests.size(); i++) {
      var request = requests.get(i);
      var worker = request.workerUid() == null ? null : workers.get(seen(request));
      boolean lockedElsewhere = request.workerUid() != null && worker == null && !waits;
      if (!mayFollow.test(i) || lockedElsewhere || !seen.add(request.workerUid())) {
        continue;
      }
      var refusal = request.ownership(worker);
      var found = refusal == null ? before.get(ClaimReplay.key(request)) : null;
      if (refusal != null) {
        attempts[i] = new Refused(refusal);
      } else if (found != null) {
        attempts[i] = ClaimReplay.answer(tx, context, request, worker, found);
      } else if (queue != null) {
        open.put(i, worker);
      } else if (planned == null) {
        var key = request.command().queueKey();
        attempts[i] = new Refused(Refusal.unknown("queue_key", "queue " + key));
      }
    }
    return open;
  }

  private List<ClaimTurn> turns(Map<Integer, Worker> workers) throws SQLException {
    var turns = new ArrayList<ClaimTurn>();
    if (!workers.isEmpty()) {
      var states =
          candidates.before(tx, queue, workers.values().stream().map(Worker::uid).toList());
      workers.forEach(
          (i, worker) -> {
            var turn = new ClaimTurn(i, requests.get(i), worker, states.get(worker.uid()));
            if (eligible(turn)) {
              turns.add(turn);
            }
          });
    }
    return turns;
  }

  private boolean eligible(ClaimTurn turn) {
    var request = turn.request();
    var refusal = request.lateness(turn.state().now());
    if (refusal == null) {
      refusal = WorkerEligibility.refusal(turn.worker(), queue, turn.state().liveLeases());
      if (refusal != null && request.triesQueues()) {
        // A queue that was closed to the worker after the plan is not tried.
        if (WorkerEligibility.mayClaimFrom(turn.worker(), queue) == null) {
          attempts[turn.index()] = new Answered(ClaimAnswer.noWork(turn.worker().euid()));
        }
        return false;
      }
    }
    if (refusal != null) {
      attempts[turn.index()] = new Refused(refusal);
    }
    return refusal == null;
  }

  private void grant(ScopeFilter reach, List<ClaimTurn> some) throws SQLException {
    var first = some.get(0).request();
    boolean decides = !first.triesQueues() && !first.namesSubject();
    // An empty queue is the common case: it is read once, and without locks.
    if (decides
        && candidates.expectsNothing(tx.tenantId(), queue, reach)
        && candidates.remainder(tx, queue, reach).none()) {
      some.forEach(turn -> attempts[turn.index()] = new NoWork());
      return;
    }
    var locked = lock(reach, some);
    if (!locked.isEmpty()) {
      share(locked, some);
    }
    // This is read after the write: granted subjects are leased by now, and the rest is for others.
    var left = some.stream().filter(turn -> attempts[turn.index()] instanceof Missed).toList();
    if (decides && !left.isEmpty()) {
      var attempt = missed(candidates.remainder(tx, queue, reach));
      left.forEach(turn -> attempts[turn.index()] = attempt);
    }
  }

  private List<Long> lock(ScopeFilter reach, List<ClaimTurn> some) throws SQLException {
    var first = some.get(0);
    if (first.request().namesSubject()) {
      var named = List.of(first.request().subjectUid());
      rows.lockSubjects(named);
      return named;
    }
    int wanted = some.stream().mapToInt(ClaimTurn::capacity).sum();
    return candidates.lock(tx, queue, reach, first.state().now(), wanted);
  }

  private void share(List<Long> locked, List<ClaimTurn> some) throws SQLException {
    var clockAndIds =
        TransactionClockAndIds.underLock(
            tx, context.templates(), locked.size() * ClaimGrant.IDS_PER_ITEM);
    var facts = rows.subjectsWithProperties(locked);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    int from = 0;
    for (var turn : some) {
      // The claim may have waited for the lock of a named subject.
      var late = turn.request().lateness(clockAndIds.now());
      if (late != null) {
        attempts[turn.index()] = new Refused(late);
        continue;
      }
      int to = Math.min(locked.size(), from + turn.capacity());
      var own = locked.subList(from, to).stream().map(facts::get).toList();
      from = to;
      var attempt =
          new ClaimGrant(context, turn.request(), turn.worker(), queue)
              .grant(
                  new ActionTransaction(context, tx, clockAndIds, writer, turn.request().hashed()),
                  own);
      attempts[turn.index()] = attempt;
      if (attempt instanceof Answered) {
        granted.add(turn);
      }
    }
    writer.write();
  }

  private ClaimAttempt missed(ClaimableWork remainder) {
    if (!waits && !remainder.none()) {
      return new Missed();
    }
    return missed(context, tx.tenantId(), queue, remainder);
  }

  /** The result of an attempt without a grant while the queue has this work. */
  static ClaimAttempt missed(
      PipelineContext context, long tenantId, Queue queue, ClaimableWork remainder) {
    if (remainder.none()) {
      return new NoWork();
    }
    context.stats().missed(tenantId, queue.key());
    return remainder.lapsed() || remainder.matured()
        ? new UpkeepNeeded(queue, remainder.lapsed(), remainder.matured())
        : new Missed();
  }

  /**
   * Grants one named subject within the caller's transaction, which has locked worker and subject.
   *
   * @param held the number of live leases of the worker
   */
  static ClaimAttempt within(
      Tx tx, PipelineContext context, ClaimRequest request, Worker worker, Queue queue, int held)
      throws SQLException {
    var refusal = WorkerEligibility.refusal(worker, queue, held);
    if (refusal != null) {
      return new Refused(refusal);
    }
    var claim = new ClaimTransaction(tx, context, null, List.of(request), true);
    claim.queue = queue;
    var state = new ClaimCandidates.UpkeepState(false, false, false, held, 0, null);
    claim.share(List.of(request.subjectUid()), List.of(new ClaimTurn(0, request, worker, state)));
    return claim.attempts[0];
  }
}
