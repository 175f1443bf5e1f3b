package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.WorkerGate;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.Lapses;
import io.tapline.engine.store.QueueBook;
import io.tapline.engine.store.Rows;
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

  private final Context context;
  private final SubjectPipeline subjects;
  private final Candidates candidates;
  private final QueueBook book;
  private final Returns returns;
  private final RequestCombiner<ClaimRequest, ClaimOutcome> combiner;

  ClaimPipeline(Context context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = new Candidates(context.kinds());
    this.book = new QueueBook(context.kinds());
    this.combiner =
        new RequestCombiner<>(this::together, request -> request.command().maxItems(), context);
    this.returns = new Returns(candidates);
    context.tally().listen(returns);
    context.tapDb().onNewLife(candidates::forgetAll);
    context.tapDb().onNewLife(book::forgetAll);
  }

  /** Either an answer, or a refusal as an exception. */
  ClaimAnswer run(Caller caller, Claim command) {
    return run(ClaimRequest.of(caller, context.principals().uidOf(caller), command));
  }

  ClaimAnswer run(ClaimRequest request) {
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
    return Twins.settle(() -> claim(request));
  }

  /** All in one transaction; null for one that has to be looked at alone. */
  private List<ClaimOutcome> together(List<ClaimRequest> requests) {
    return together(requests, (tx, claims, upkept) -> claims.lock().look(upkept));
  }

  /** One look of several claims, with whatever else belongs into its transaction. */
  interface Look<T> {
    List<T> at(Tx tx, SharedClaims claims, boolean upkept) throws SQLException;
  }

  /** What has to be settled or promoted first is, and then all of it is done again. */
  <T> List<T> together(List<ClaimRequest> requests, Look<T> once) {
    long tenantId = requests.get(0).tenantId();
    for (int look = 0; look < SHARED_LOOKS; look++) {
      boolean upkept = look > 0;
      var claims = new SharedClaims[1];
      try {
        var results =
            SharedTransaction.of(
                context,
                tenantId,
                requests.size(),
                tx -> {
                  claims[0] = new SharedClaims(tx, context, candidates, requests);
                  return once.at(tx, claims[0], upkept);
                });
        claims[0].committed();
        return results;
      } catch (UpkeepDue due) {
        upkeep(tenantId, due);
      } catch (LapseMet lapse) {
        subjects.settle(tenantId, lapse.leaseEuids());
      }
    }
    return Collections.nCopies(requests.size(), null);
  }

  /** These have come, or come back, to their queues by now. */
  void returned(long tenantId, Answer answer) {
    returns.carriedOut(tenantId, answer);
  }

  /**
   * Looks until there is something, or until there was an instant at which nothing was claimable:
   * only then is there "no work". A look passes by what others have locked, and they may have it
   * locked in passing only: a claimer that takes another or steps back, the sweep, a promotion.
   * That means looking again, which {@link LookAgain} bounds. What has to be settled or promoted
   * first is, in transactions of its own, and then the look is repeated.
   */
  private ClaimAnswer claim(ClaimRequest request) {
    var again = new LookAgain();
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
      } catch (UpkeepDue due) {
        upkeep(request.tenantId(), due);
        upkept.add(due.queue().uid());
      } catch (LapseMet lapse) {
        subjects.settle(request.tenantId(), lapse.leaseEuids());
      }
      again.orGiveUp(request.where());
    }
  }

  /** One queue at a time, in dispatch order: the first that yields work. */
  private ClaimLook planned(ClaimRequest request, Set<Long> upkept) {
    var plan =
        context
            .tapDb()
            .transaction(request.tenantId(), tx -> ClaimPlan.of(tx, context, book, request));
    if (plan.answer() != null) {
      return ClaimLook.of(plan.answer());
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
  private ClaimLook remainder(ClaimRequest request, ClaimPlan plan) {
    var reach = plan.worker().profile().reach();
    var found =
        context
            .tapDb()
            .snapshot(
                request.tenantId(),
                tx -> ClaimableWork.first(tx, context.kinds(), plan.queues(), reach));
    return found == null
        ? ClaimLook.NOTHING
        : missed(request.tenantId(), found.queue(), found.remainder());
  }

  /** The next few that are worth a transaction each; of a few it is not worth asking. */
  private List<Queue> stocked(long tenantId, List<Queue> queues) {
    return queues.size() <= FEW_QUEUES
        ? queues
        : context.tapDb().transaction(tenantId, tx -> QueueBook.stocked(tx, queues, FEW_QUEUES));
  }

  /** From one queue: the planned one, or the one that the command names. */
  private ClaimLook from(ClaimRequest request, Queue planned, Set<Long> upkept) {
    return context
        .tapDb()
        .transaction(request.tenantId(), tx -> look(tx, request, planned, upkept));
  }

  /** Lapses are settled and matured subjects promoted in transactions of their own. */
  private void upkeep(long tenantId, UpkeepDue due) {
    if (due.lapsed()) {
      subjects.settle(
          tenantId,
          context.tapDb().transaction(tenantId, tx -> Lapses.ofQueue(tx, due.queue().uid())));
    }
    if (due.matured()) {
      context.tapDb().transaction(tenantId, tx -> candidates.promote(tx, due.queue().key()));
    }
  }

  private ClaimLook look(Tx tx, ClaimRequest request, Queue planned, Set<Long> upkept)
      throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var workerUid = request.workerUid();
    var worker = workerUid == null ? null : rows.lockWorker(workerUid, request.actorUid());
    request.requireOwn(worker);
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed != null) {
      return ClaimLook.of(replayed);
    }
    var queue = queue(rows, request.command(), planned);
    var state = candidates.before(tx, queue, worker.uid());
    request.requireInTime(state.now());
    var refusal = gate(worker, queue, state.liveLeases());
    if (refusal != null && request.namesNothing()) {
      // There is no work for a worker that may have none. A queue that was closed to it since it
      // was planned is in no plan any more.
      return WorkerGate.mayClaimFrom(worker, queue) == null
          ? ClaimLook.of(ClaimAnswer.noWork(worker.euid()))
          : ClaimLook.MISSED;
    }
    refuse(refusal);
    if (!upkept.contains(queue.uid())) {
      // Once; what one step leaves over is the next claim's, unless there is nothing else.
      requireUpkept(queue, state.lapsed(), state.matured());
    }
    boolean decides = !request.namesNothing() && !request.namesSubject();
    var reach = worker.profile().reach();
    if (decides && candidates.expectsNothing(tx, queue, reach)) {
      // The common case: an empty queue is asked once, and without locks.
      if (candidates.remainder(tx, queue, reach, state.now()).none()) {
        return ClaimLook.NOTHING;
      }
    }
    var locked = lock(tx, rows, request, queue, worker, state);
    if (locked.isEmpty()) {
      return decides
          ? missed(tx.tenantId(), queue, candidates.remainder(tx, queue, reach, state.now()))
          : ClaimLook.MISSED;
    }
    var answer = new ClaimGrant(tx, context, request, worker, queue).all(locked);
    if (answer == null) {
      return ClaimLook.MISSED;
    }
    candidates.granted(tx.tenantId(), worker.uid(), state, firstLease(answer));
    return ClaimLook.of(answer);
  }

  /** What a look came to that was given nothing, while this is there. */
  private ClaimLook missed(long tenantId, Queue queue, ClaimableWork remainder) {
    if (remainder.none()) {
      return ClaimLook.NOTHING;
    }
    context.tally().missed(tenantId, queue.key());
    requireUpkept(queue, remainder.lapsed(), remainder.matured());
    return ClaimLook.MISSED;
  }

  private static void requireUpkept(Queue queue, boolean lapsed, boolean matured) {
    if (lapsed || matured) {
      throw new UpkeepDue(queue, lapsed, matured);
    }
  }

  static long firstLease(ClaimAnswer answer) {
    return answer.claims().stream().mapToLong(ClaimAnswer.Item::fencingToken).min().orElseThrow();
  }

  private static Queue queue(Rows rows, Claim command, Queue planned) throws SQLException {
    if (planned != null) {
      return rows.queuesByUid(Set.of(planned.uid())).get(planned.uid());
    }
    var queue = rows.queuesByKey(Set.of(command.queueKey())).get(command.queueKey());
    refuse(queue == null ? Refusal.unknown("queue_key", "queue " + command.queueKey()) : null);
    return queue;
  }

  private List<Long> lock(
      Tx tx, Rows rows, ClaimRequest request, Queue queue, Worker worker, Candidates.Before state)
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
    var refusal = WorkerGate.mayClaim(worker);
    if (refusal == null) {
      refusal = WorkerGate.mayClaimFrom(worker, queue);
    }
    return refusal != null ? refusal : WorkerGate.belowLimit(worker, held);
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
