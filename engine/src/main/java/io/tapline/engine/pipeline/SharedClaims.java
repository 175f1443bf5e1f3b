package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WorkerRows.SeenWorker;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Claims of several workers from one queue, in one transaction: workers that serve the same places
 * share one scan of the queue, and each is granted the next subjects in its order. A claim that is
 * not the common case (made before, or by a worker that another transaction has locked or that
 * claims twice) is left to be carried out alone.
 */
final class SharedClaims {

  private final Tx tx;
  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final DecisionRows rows;
  private final List<ClaimRequest> requests;
  private final ClaimOutcome[] results;

  /** By the places that their workers serve: others meet other subjects. */
  private final Map<ScopeFilter, List<ClaimTurn>> turns = new LinkedHashMap<>();

  /** Those that nobody else had locked. */
  private Map<SeenWorker, Worker> locked = Map.of();

  private Map<ReplayLookup.Key, List<ReplayLookup.FoundAction>> before = Map.of();
  private Map<String, Queue> queues = Map.of();

  /** Of those the ones whose claim is new, by the place of their request. */
  private final Map<Integer, Worker> workers = new LinkedHashMap<>();

  private final List<ClaimTurn> granted = new ArrayList<>();

  private ClaimCandidates.UpkeepState state;
  private Queue queue;

  /** A request on its way, and how much its worker may have. */
  private record ClaimTurn(
      int index, ClaimRequest request, Worker worker, ClaimCandidates.UpkeepState state) {

    int room() {
      return Math.min(
          request.command().maxItems(),
          worker.profile().maxConcurrentLeases() - state.liveLeases());
    }
  }

  /** All requests name the same queue. */
  SharedClaims(
      Tx tx, PipelineContext context, ClaimCandidates candidates, List<ClaimRequest> requests) {
    this.tx = tx;
    this.context = context;
    this.candidates = candidates;
    this.rows = new DecisionRows(tx, context.templates());
    this.requests = requests;
    this.results = new ClaimOutcome[requests.size()];
  }

  /**
   * Asks for locks on the workers, for the queue, and whether the claims were made before; known
   * after the next statement. Workers come before subjects, those of others in the same transaction
   * included.
   */
  void ask() throws SQLException {
    var key = requests.get(0).command().queueKey();
    queues = rows.queues().askByKey(Set.of(key));
    var first = asked().values().stream().map(requests::get).toList();
    locked = rows.workers().askFree(first.stream().map(SharedClaims::seen).toList());
    // Under the lock: the twin may have committed while nobody had it.
    before =
        ReplayLookup.ask(
            tx, ActionKey.CLAIM_QUEUE_ITEM, first.stream().map(SharedClaims::key).toList());
  }

  /** What was asked for is known now. */
  SharedClaims answered() {
    queue = queues.get(requests.get(0).command().queueKey());
    if (queue != null) {
      keepNew();
    }
    return this;
  }

  /** The queue that all requests name, by its key; empty when there is none. */
  Map<String, Queue> queues() {
    return queues;
  }

  /** As they were when they were locked. */
  Map<SeenWorker, Worker> lockedWorkers() {
    return locked;
  }

  /** This request is not to be looked at now. */
  void leaveOut(int i) {
    workers.remove(i);
  }

  /**
   * In the order of the requests; null for one that has to be looked at alone.
   *
   * @param upkept whether what has lapsed or matured was seen to just now
   */
  List<ClaimOutcome> look(boolean upkept) throws SQLException {
    line();
    if (!turns.isEmpty() && !upkept && (state.lapsed() || state.matured())) {
      throw new ClaimRollback(
          new ClaimAttempt.UpkeepNeeded(queue, state.lapsed(), state.matured()));
    }
    for (var scopeFilter : turns.keySet()) {
      grant(scopeFilter, turns.get(scopeFilter));
    }
    return Arrays.asList(results);
  }

  /** The place of the first request of each worker. */
  private Map<Long, Integer> asked() {
    var asked = new LinkedHashMap<Long, Integer>();
    for (int i = 0; i < requests.size(); i++) {
      var uid = requests.get(i).workerUid();
      if (uid != null) {
        asked.putIfAbsent(uid, i);
      }
    }
    return asked;
  }

  /** Of the workers those that nobody else has locked, unless their claim was made before. */
  private void keepNew() {
    for (int i : asked().values()) {
      var request = requests.get(i);
      var worker = locked.get(seen(request));
      if (worker != null && !before.containsKey(key(request))) {
        workers.put(i, worker);
      }
    }
  }

  private static SeenWorker seen(ClaimRequest request) {
    return new SeenWorker(request.workerUid(), request.actorUid());
  }

  private static ReplayLookup.Key key(ClaimRequest request) {
    return new ReplayLookup.Key(request.workerUid(), request.command().meta().idempotencyKey());
  }

  /** Judges the claim of each locked worker, and lines up those that may be granted something. */
  private void line() throws SQLException {
    if (workers.isEmpty()) {
      return;
    }
    var states = candidates.before(tx, queue, workers.values().stream().map(Worker::uid).toList());
    for (var entry : workers.entrySet()) {
      int i = entry.getKey();
      var worker = entry.getValue();
      var found = states.get(worker.uid());
      if (judged(i, () -> judge(requests.get(i), worker, found))) {
        state = found;
        turns
            .computeIfAbsent(worker.profile().reach(), scopeFilter -> new ArrayList<>())
            .add(new ClaimTurn(i, requests.get(i), worker, found));
      }
    }
  }

  /** In the order in which one alone is judged. */
  private void judge(ClaimRequest request, Worker worker, ClaimCandidates.UpkeepState state) {
    request.requireOwn(worker);
    request.requireInTime(state.now());
    var refusal = SingleClaim.gate(worker, queue, state.liveLeases());
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }

  /** What is said against one request is its own. */
  private boolean judged(int i, Runnable check) {
    try {
      check.run();
      return true;
    } catch (RefusedException e) {
      results[i] = ClaimOutcome.refused(e.refusal());
      return false;
    }
  }

  private void grant(ScopeFilter scopeFilter, List<ClaimTurn> some) throws SQLException {
    var now = state.now();
    if (candidates.expectsNothing(tx, queue, scopeFilter)
        && candidates.remainder(tx, queue, scopeFilter, now).none()) {
      some.forEach(this::noWork);
      return;
    }
    int wanted = some.stream().mapToInt(ClaimTurn::room).sum();
    var locked = candidates.lock(tx, queue, scopeFilter, now, wanted);
    if (!locked.isEmpty()) {
      share(locked, some);
    }
    // After the writing: what was granted here is leased by now, and what is left is for others.
    var left = some.stream().filter(claimTurn -> results[claimTurn.index()] == null).toList();
    if (!left.isEmpty() && candidates.remainder(tx, queue, scopeFilter, now).none()) {
      left.forEach(this::noWork);
    }
  }

  private void share(List<Long> locked, List<ClaimTurn> some) throws SQLException {
    var clockAndIds =
        TransactionClockAndIds.underLock(
            tx, context.templates(), locked.size() * ClaimGrant.IDS_PER_ITEM);
    var facts = rows.subjectsWithProperties(locked);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    int from = 0;
    for (var claimTurn : some) {
      if (!judged(claimTurn.index(), () -> claimTurn.request().requireInTime(clockAndIds.now()))) {
        continue;
      }
      int to = Math.min(locked.size(), from + claimTurn.room());
      var attempt =
          new ClaimGrant(tx, context, claimTurn.request(), claimTurn.worker(), queue)
              .some(locked.subList(from, to), facts, clockAndIds, writer);
      from = to;
      if (attempt instanceof ClaimAttempt.Blocked blocked) {
        throw new ClaimRollback(blocked);
      }
      if (attempt instanceof ClaimAttempt.Granted grant) {
        results[claimTurn.index()] = ClaimOutcome.of(grant.answer());
        granted.add(claimTurn);
      }
    }
    writer.write();
  }

  /**
   * To be called once all of it is committed. What is known of a worker's leases must not come from
   * a transaction that may still come to nothing: a lease that ended in it would be live again.
   */
  void committed() {
    for (var claimTurn : granted) {
      candidates.granted(
          claimTurn.request().tenantId(),
          claimTurn.worker().uid(),
          claimTurn.state(),
          ClaimGrant.firstLease(results[claimTurn.index()].answer()));
    }
  }

  private void noWork(ClaimTurn claimTurn) {
    results[claimTurn.index()] = ClaimOutcome.of(ClaimAnswer.noWork(claimTurn.worker().euid()));
  }
}
