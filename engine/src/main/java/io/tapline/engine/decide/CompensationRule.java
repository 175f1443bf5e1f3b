package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A job that started and then was cancelled or failed terminally may have left partial effects. The
 * policy of its queue names the queue of the compensating job.
 */
public final class CompensationRule {

  private static final Set<ExecutionState> BEGUN =
      EnumSet.of(
          ExecutionState.RUNNING, ExecutionState.WAITING_EXTERNAL, ExecutionState.FAILED_RETRYABLE);

  private CompensationRule() {}

  /** The policy that requires a compensating job after this change; null when none is due. */
  public static QueuePolicy due(DecisionInput s, SubjectChange change) {
    if (change.before() == null || change.before().terminal() || !change.after().terminal()) {
      return null;
    }
    var queue = s.lastQueue();
    boolean undoes =
        change.after().state() != ExecutionState.COMPLETED
            && queue != null
            && queue.policy().compensationQueueKey() != null
            // A compensating job is not compensated itself. Otherwise a chain of compensations
            // could be endless.
            && change.before().compensates() == null;
    return undoes && wasStarted(s) ? queue.policy() : null;
  }

  /** A lost attempt counts as started, because its worker may have begun without a report. */
  private static boolean wasStarted(DecisionInput s) {
    var envelope = s.envelope();
    return BEGUN.contains(envelope.state())
        || BEGUN.contains(envelope.heldFrom())
        || envelope.attemptCount() > 0
        || stoppedByHold(s);
  }

  /**
   * A hold by a failure report resets a running job to READY; lease and record still show the
   * start.
   */
  private static boolean stoppedByHold(DecisionInput s) {
    return s.newest() != null
        && s.newest().terms().status() == LeaseStatus.CANCELED
        && s.newestRecord() != null
        && s.newestRecord().euid() != null
        && s.newestRecord().euid().equals(s.envelope().lastExecutionRecordEuid());
  }

  /**
   * The compensating job. It takes over priority, scope, correlation and trace of the compensated
   * job.
   */
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
   * The properties of the compensating job. They include the fields of a job when the compensated
   * job has them or when the queue belongs to a job kind.
   *
   * @param undone the properties of the compensated job, or null
   * @param queue the queue of the compensating job, or null
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
    own.put("domain", textOr(job, "domain", "compensation"));
    if (executor != null) {
      own.put("executor", executor);
    }
    own.put("source_system", textOr(job, "source_system", "tapline"))
        .put("parent_job", subjectEuid);
    properties.set(SubscriptionMatching.JOB, own);
    return properties;
  }

  private static String textOr(JsonNode job, String name, String otherwise) {
    var value = job == null ? null : job.get(name);
    return value != null && value.isString() ? value.stringValue() : otherwise;
  }
}
