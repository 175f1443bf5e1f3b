package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.WorkerGate;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Lapses;
import io.tapline.engine.store.QueueBook;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** A worker asks for work: select, lock, look again, grant. */
final class ClaimPipeline {

  private static final int MAX_SETTLEMENTS = 5;
  private static final int FEW_QUEUES = 8;

  private final Context context;
  private final SubjectPipeline subjects;
  private final Candidates candidates;
  private final QueueBook book;

  ClaimPipeline(Context context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = new Candidates(context.kinds());
    this.book = new QueueBook(context.kinds());
    context.tally().listen(new Returns(candidates));
  }

  /** Either an answer, or a refusal as an exception. */
  ClaimAnswer run(Caller caller, Claim command) {
    var request = ClaimRequest.of(caller, context.principals().uidOf(caller), command);
    return Twins.settle(
        () -> {
          for (int settled = 0; ; settled++) {
            try {
              return claim(request);
            } catch (LapseMet lapse) {
              if (settled == MAX_SETTLEMENTS) {
                throw new IllegalStateException("leases keep lapsing: " + lapse.leaseEuids());
              }
              subjects.settle(caller.tenantId(), lapse.leaseEuids());
            }
          }
        });
  }

  private ClaimAnswer claim(ClaimRequest request) {
    var noWork = ClaimAnswer.noWork(request.command().workerEuid());
    if (request.command().queueKey() != null && !request.namesSubject()) {
      // The hot path: everything is asked once, under the worker's lock.
      var answer = from(request, null);
      return answer != null ? answer : noWork;
    }
    var plan =
        context
            .tapDb()
            .transaction(request.tenantId(), tx -> ClaimPlan.of(tx, context, book, request));
    if (plan.answer() != null) {
      return plan.answer();
    }
    // One queue at a time, in dispatch order: the first that yields work.
    var left = plan.queues();
    while (!left.isEmpty()) {
      var some = stocked(request.tenantId(), left);
      for (var queue : some) {
        var answer = from(request, queue);
        if (answer != null) {
          return answer;
        }
      }
      left =
          some.size() < FEW_QUEUES
              ? List.of()
              : left.subList(left.indexOf(some.get(some.size() - 1)) + 1, left.size());
    }
    return noWork;
  }

  /** The next few that are worth a transaction each; of a few it is not worth asking. */
  private List<Queue> stocked(long tenantId, List<Queue> queues) {
    return queues.size() <= FEW_QUEUES
        ? queues
        : context.tapDb().transaction(tenantId, tx -> QueueBook.stocked(tx, queues, FEW_QUEUES));
  }

  /**
   * From one queue: the planned one, or the one that the command names. Null when it has no work.
   */
  private ClaimAnswer from(ClaimRequest request, Queue planned) {
    boolean kept = false;
    while (true) {
      boolean upkept = kept;
      try {
        return context
            .tapDb()
            .transaction(request.tenantId(), tx -> grant(tx, request, planned, upkept));
      } catch (UpkeepDue due) {
        // Once: what one step leaves over is the next claim's.
        upkeep(request.tenantId(), due);
        kept = true;
      }
    }
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

  private ClaimAnswer grant(Tx tx, ClaimRequest request, Queue planned, boolean kept)
      throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var workerUid = request.workerUid();
    var worker = workerUid == null ? null : rows.lockWorker(workerUid, request.actorUid());
    request.requireOwn(worker);
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed != null) {
      return replayed;
    }
    var queue = queue(rows, request.command(), planned);
    var state = candidates.before(tx, queue, worker.uid(), false);
    var refusal = gate(worker, queue, state.liveLeases());
    if (refusal != null && request.namesNothing()) {
      return null;
    }
    refuse(refusal);
    if (!kept) {
      requireUpkept(queue, state);
    }
    var locked = lock(tx, rows, request, queue, worker, state);
    if (locked.isEmpty()) {
      if (!kept && !state.asked()) {
        // Never "no work" for want of looking.
        requireUpkept(queue, candidates.before(tx, queue, worker.uid(), true));
      }
      return null;
    }
    var answer = new ClaimGrant(tx, context, request, worker, queue).all(locked);
    if (answer != null) {
      candidates.granted(tx.tenantId(), worker.uid(), state, firstLease(answer));
    }
    return answer;
  }

  private static void requireUpkept(Queue queue, Candidates.Before state) {
    if (state.lapsed() || state.matured()) {
      throw new UpkeepDue(queue, state.lapsed(), state.matured());
    }
  }

  private static long firstLease(ClaimAnswer answer) {
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

  private static Refusal gate(Worker worker, Queue queue, int held) {
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
      Caller caller,
      long actorUid,
      Claim command,
      Worker worker,
      Queue queue,
      long subjectUid,
      int held)
      throws SQLException {
    refuse(gate(worker, queue, held));
    var request = ClaimRequest.of(caller, actorUid, command);
    return new ClaimGrant(tx, context, request, worker, queue).all(List.of(subjectUid));
  }

  private static void refuse(Refusal refusal) {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }
}
