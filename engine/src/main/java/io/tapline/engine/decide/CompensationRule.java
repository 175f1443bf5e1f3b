package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Work that was begun and then cancelled, or that failed for good, may have left something half
 * done: its queue says who undoes it.
 */
public final class CompensationRule {

  private static final Set<ExecutionState> BEGUN =
      EnumSet.of(
          ExecutionState.RUNNING, ExecutionState.WAITING_EXTERNAL, ExecutionState.FAILED_RETRYABLE);

  private CompensationRule() {}

  /** The policy by which the subject is to be undone after this change; null when it is not. */
  public static QueuePolicy due(DecisionInput s, SubjectChange change) {
    if (change.before() == null || change.before().terminal() || !change.after().terminal()) {
      return null;
    }
    var queue = s.queue() != null ? s.queue() : s.leaseQueue();
    boolean undoes =
        change.after().state() != ExecutionState.COMPLETED
            && queue != null
            && queue.policy().compensationQueueKey() != null
            // What undoes other work is not undone itself: that might go on for ever.
            && change.before().compensates() == null;
    return undoes && begun(s) ? queue.policy() : null;
  }

  /** Also when an attempt was lost before anyone said that it had begun: it may have. */
  private static boolean begun(DecisionInput s) {
    var envelope = s.envelope();
    return BEGUN.contains(envelope.state())
        || BEGUN.contains(envelope.heldFrom())
        || envelope.attemptCount() > 0
        || stoppedByHold(s);
  }

  /** A worker's own hold sends what was running back to READY. */
  private static boolean stoppedByHold(DecisionInput s) {
    return s.newest() != null
        && s.newest().terms().status() == LeaseStatus.CANCELED
        && s.newestRecord() != null
        && s.newestRecord().euid() != null
        && s.newestRecord().euid().equals(s.envelope().lastExecutionRecordEuid());
  }

  /** The work that undoes: as urgent as what it undoes, in the same place, and found with it. */
  public static SubjectChange work(
      String subjectEuid, Envelope undone, QueuePolicy by, Instant now) {
    var ready =
        Envelope.unborn()
            .to(ExecutionState.READY)
            .queue(by.compensationQueueKey(), by.compensationActionKey())
            .readyAt(now)
            .priority(undone.priority())
            .scope(undone.scope())
            .correlation(undone.correlationId())
            .correlation(undone.correlation())
            .trace(undone.traceId())
            .compensates(subjectEuid)
            .at(now);
    return SubjectChange.of(null)
        .step(ActionKey.ENQUEUE_SUBJECT, ready, EventType.JOB_ENQUEUED, "compensation");
  }

  /**
   * What its worker receives. What undoes a job is a job itself, of the same domain; and so is
   * whatever a kind of job undoes.
   *
   * @param undone the properties of what is undone, or null
   * @param queue where it is undone, or null
   */
  public static JsonNode properties(
      String subjectEuid, QueuePolicy by, SubjectChange change, JsonNode undone, Queue queue) {
    var properties =
        Json.object()
            .put("compensates", subjectEuid)
            .put("queue_key", by.queueKey())
            .put("action_key", change.before().nextActionKey())
            .put("ended", change.after().state().name());
    var job = undone == null ? null : undone.get(SubscriptionMatching.JOB);
    var executor = queue == null ? null : queue.policy().executor();
    if (executor == null && (job == null || !job.isObject())) {
      return properties;
    }
    var own = Json.object();
    own.put("domain", said(job, "domain", "compensation"));
    if (executor != null) {
      own.put("executor", executor);
    }
    own.put("source_system", said(job, "source_system", "tapline")).put("parent_job", subjectEuid);
    properties.set(SubscriptionMatching.JOB, own);
    return properties;
  }

  private static String said(JsonNode job, String name, String otherwise) {
    var value = job == null ? null : job.get(name);
    return value != null && value.isString() ? value.stringValue() : otherwise;
  }
}
