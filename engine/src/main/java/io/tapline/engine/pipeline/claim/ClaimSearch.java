package io.tapline.engine.pipeline.claim;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Answered;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Missed;
import io.tapline.engine.pipeline.claim.ClaimAttempt.NoWork;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Refused;
import io.tapline.engine.store.ClaimableWork;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A claim that names several queues, no queue, or a subject: it tries these queues, the queues that
 * its worker serves, or the queue of the subject, one after the other.
 */
public final class ClaimSearch {

  private static final int FEW_QUEUES = 8;

  private final PipelineContext context;

  ClaimSearch(PipelineContext context) {
    this.context = context;
  }

  /**
   * @param attempt null when there are queues to try
   */
  private record Plan(ClaimAttempt attempt, Worker worker, List<Queue> queues) {

    static Plan known(ClaimAttempt attempt) {
      return new Plan(attempt, null, List.of());
    }
  }

  /**
   * Tries one queue at a time, in dispatch order, up to the first that yields work.
   *
   * @param from the attempt at one queue, in its own transaction
   */
  public ClaimAttempt attempt(ClaimRequest request, Function<Queue, ClaimAttempt> from) {
    long tenantId = request.tenantId();
    var plan = context.tapDb().transaction(tenantId, tx -> plan(tx, request));
    if (plan.attempt() != null) {
      return plan.attempt();
    }
    var left = plan.queues();
    while (!left.isEmpty()) {
      var some = stocked(tenantId, left);
      for (var queue : some) {
        var attempt = from.apply(queue);
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
    // Each queue was empty at an instant of its own; this reads all queues at one instant.
    var reach = plan.worker().profile().reach();
    return context
        .tapDb()
        .snapshot(
            tenantId, tx -> ClaimableWork.first(tx, context.templates(), plan.queues(), reach))
        .map(found -> ClaimTransaction.missed(context, tenantId, found.queue(), found.remainder()))
        .orElseGet(NoWork::new);
  }

  /** The next few queues that may have work; a short list is not checked. */
  private List<Queue> stocked(long tenantId, List<Queue> queues) {
    return queues.size() <= FEW_QUEUES
        ? queues
        : context
            .tapDb()
            .transaction(tenantId, tx -> ClaimableWork.stocked(tx, queues, FEW_QUEUES));
  }

  /**
   * Reads without locks: a replay, a refusal, or the queues to try. All of it is checked again
   * under the worker's lock.
   */
  private Plan plan(Tx tx, ClaimRequest request) throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var workerUid = request.workerUid();
    var worker =
        workerUid == null
            ? null
            : rows.workers().byUid(Set.of(workerUid), request.actorUid()).get(workerUid);
    var refusal = request.ownership(worker);
    if (refusal != null) {
      return Plan.known(new Refused(refusal));
    }
    var replayed = ClaimReplay.find(tx, context, request, worker);
    if (replayed.isPresent()) {
      return Plan.known(replayed.get());
    }
    if (request.namesSubject()) {
      var found = queueOfSubject(rows, request.command(), request.subjectUid());
      return found.refusal() != null
          ? Plan.known(new Refused(found.refusal()))
          : new Plan(null, worker, List.of(found.queue()));
    }
    // There is no work for a worker that may have none.
    if (WorkerEligibility.mayClaim(worker) != null) {
      return Plan.known(new Answered(ClaimAnswer.noWork(worker.euid())));
    }
    var queues = context.policies().all(tx);
    var named = request.command().queueKeys();
    if (named != null) {
      var unsuitable = unsuitable(named, queues, worker);
      if (unsuitable != null) {
        return Plan.known(new Refused(unsuitable));
      }
      queues = queues.stream().filter(queue -> named.contains(queue.key())).toList();
    }
    return new Plan(null, worker, serviceable(queues, worker));
  }

  /**
   * The refusal of a claim that names a queue which does not exist or does not fit the worker; a
   * disabled queue is left out of the search.
   */
  private static Refusal unsuitable(List<String> named, List<Queue> queues, Worker worker) {
    for (var key : named) {
      var queue = queues.stream().filter(one -> one.key().equals(key)).findAny().orElse(null);
      if (queue == null) {
        return Refusal.unknown("queue_keys", "queue " + key);
      }
      var refusal = WorkerEligibility.mayClaimFrom(worker, queue);
      if (refusal != null && refusal.code() != Code.QUEUE_DISABLED) {
        return refusal;
      }
    }
    return null;
  }

  /** The queues that the worker may claim from, the most urgent first; equal ones by key. */
  private static List<Queue> serviceable(List<Queue> queues, Worker worker) {
    return queues.stream()
        .filter(queue -> WorkerEligibility.mayClaimFrom(worker, queue) == null)
        .sorted(
            Comparator.comparingInt((Queue queue) -> -queue.policy().dispatchPriority())
                .thenComparing(Queue::key))
        .toList();
  }

  /** The queue that a subject waits in, or the refusal if it waits in none. */
  public record SubjectQueue(Refusal refusal, Queue queue) {

    private static SubjectQueue refuse(Refusal refusal) {
      return new SubjectQueue(refusal, null);
    }
  }

  public static SubjectQueue queueOfSubject(DecisionRows rows, Claim command, Long subjectUid)
      throws SQLException {
    var job = "job " + command.subjectEuid();
    var row = subjectUid == null ? null : rows.subjects(Set.of(subjectUid)).get(subjectUid);
    if (row == null || !row.subject().euid().equals(command.subjectEuid())) {
      return SubjectQueue.refuse(Refusal.unknown("subject_euid", job));
    }
    var execution = row.subject().execution();
    if (execution.terminal()) {
      return SubjectQueue.refuse(
          Refusal.of(Code.SUBJECT_TERMINAL, job + " is " + execution.state()));
    }
    var key = execution.nextQueueKey();
    var queue = key == null ? null : rows.queues().byKey(Set.of(key)).get(key);
    if (queue == null || row.deleted()) {
      return SubjectQueue.refuse(Refusal.of(Code.NOT_VISIBLE, job + " is in no queue"));
    }
    return command.queueKey() != null && !command.queueKey().equals(key)
        ? SubjectQueue.refuse(
            Refusal.of(
                Code.NOT_VISIBLE, job + " is in queue " + key + ", not " + command.queueKey()))
        : new SubjectQueue(null, queue);
  }
}
