package io.tapline.engine.pipeline;

import io.tapline.api.Code;
import io.tapline.engine.command.Claim;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.QueuePolicyCache;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What a claim that names no queue comes down to. */
sealed interface ClaimPlan {

  /** What becomes of it is known without a look at any queue. */
  record Known(ClaimAttempt attempt) implements ClaimPlan {}

  /** The queues to try for its worker, one after the other. */
  record Search(Worker worker, List<Queue> queues) implements ClaimPlan {}

  /**
   * Without locks: a replay, a refusal, or where to look. All of it is asked again under the
   * worker's lock.
   */
  static ClaimPlan read(Tx tx, PipelineContext context, QueuePolicyCache book, ClaimRequest request)
      throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var workerUid = request.workerUid();
    var worker =
        workerUid == null
            ? null
            : rows.workers().byUid(Set.of(workerUid), request.actorUid()).get(workerUid);
    request.requireOwn(worker);
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed.isPresent()) {
      return new Known(new ClaimAttempt.Granted(replayed.get()));
    }
    if (request.namesSubject()) {
      return new Search(
          worker, List.of(queueOfSubject(rows, request.command(), request.subjectUid())));
    }
    if (WorkerEligibility.mayClaim(worker) != null) {
      return new Known(new ClaimAttempt.NotEligible());
    }
    return new Search(worker, serviceable(book.all(tx), worker));
  }

  /** Those that the worker may claim from, the most urgent first; equal ones by key. */
  private static List<Queue> serviceable(List<Queue> queues, Worker worker) {
    return queues.stream()
        .filter(queue -> WorkerEligibility.mayClaimFrom(worker, queue) == null)
        .sorted(
            Comparator.comparingInt((Queue queue) -> -queue.policy().dispatchPriority())
                .thenComparing(Queue::key))
        .toList();
  }

  /** Where it waits; refused when it waits nowhere. */
  static Queue queueOfSubject(DecisionRows rows, Claim command, Long subjectUid)
      throws SQLException {
    var row = subjectUid == null ? null : rows.subjects(Set.of(subjectUid)).get(subjectUid);
    if (row == null || !row.subject().euid().equals(command.subjectEuid())) {
      throw new RefusedException(
          Refusal.unknown("subject_euid", "subject " + command.subjectEuid()));
    }
    var key = row.subject().execution().nextQueueKey();
    if (row.subject().execution().terminal()) {
      throw new RefusedException(
          Refusal.of(
              Code.SUBJECT_TERMINAL,
              "subject " + command.subjectEuid() + " is " + row.subject().execution().state()));
    }
    var queue = key == null ? null : rows.queues().byKey(Set.of(key)).get(key);
    if (queue == null || row.deleted()) {
      throw new RefusedException(
          Refusal.of(Code.NOT_VISIBLE, "subject " + command.subjectEuid() + " is in no queue"));
    }
    if (command.queueKey() != null && !command.queueKey().equals(key)) {
      throw new RefusedException(
          Refusal.of(
              Code.NOT_VISIBLE,
              "subject "
                  + command.subjectEuid()
                  + " is in queue "
                  + key
                  + ", not "
                  + command.queueKey()));
    }
    return queue;
  }
}
