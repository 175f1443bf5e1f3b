package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Creates a READY job, or routes a prepared one to its queue. */
public final class EnqueueSubject {

  private EnqueueSubject() {}

  /** Creates a job. */
  public static Decision create(Enqueue command, Queue queue, Instant now) {
    var refusal =
        DecisionRules.first(
            () ->
                queue == null ? Refusal.unknown("queue_key", "queue " + command.queueKey()) : null,
            () -> DecisionRules.serves(queue, "queue_key", command.templateCode()),
            () -> payloadAllowed(queue, command.properties()),
            () -> JobRule.complete(queue, command.properties()));
    if (refusal != null) {
      return refusal;
    }
    if (command.ties() != null && command.ties().waits()) {
      // A job with open dependencies gets its queue key now and enters the queue when they have
      // ended.
      var waiting =
          ready(Envelope.unborn().to(ExecutionState.PENDING), command, queue, now).at(now);
      return SubjectChange.of(null)
          .step(ActionKey.ENQUEUE_SUBJECT, waiting, EventType.JOB_ENQUEUED, "waits_for_others");
    }
    var ready = ready(Envelope.unborn().to(ExecutionState.READY), command, queue, now).at(now);
    return SubjectChange.of(null)
        .step(ActionKey.ENQUEUE_SUBJECT, ready, EventType.JOB_ENQUEUED, null);
  }

  /** Routes a prepared job, with the properties that it has. */
  public static Decision route(DecisionInput s, Enqueue command, JsonNode properties) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, ActionKey.ENQUEUE_SUBJECT),
            () -> waitsForOthers(s),
            () -> DecisionRules.routable(s, "queue_key", command.queueKey()),
            () -> payloadAllowed(s.named().get(command.queueKey()), properties),
            () -> JobRule.complete(s.named().get(command.queueKey()), properties));
    if (refusal != null) {
      return refusal;
    }
    var queue = s.named().get(command.queueKey());
    var ready = ready(s.envelope().to(ExecutionState.READY), command, queue, s.now()).at(s.now());
    return SubjectChange.of(s.envelope())
        .step(ActionKey.ENQUEUE_SUBJECT, ready, EventType.JOB_ENQUEUED, null);
  }

  /** Creates a job outside any queue. The creation is no transition, so it has no event. */
  public static SubjectChange prepare(Prepare command, Instant now) {
    return prepare(command, null, now);
  }

  /**
   * @param correlation the references of the job that it is made from; null when there are none
   */
  public static SubjectChange prepare(Prepare command, CorrelationRefs correlation, Instant now) {
    var draft = correlated(Envelope.unborn().to(ExecutionState.PENDING), command.meta());
    draft.correlation(correlation);
    if (command.scope() != null) {
      draft.scope(command.scope());
    }
    return SubjectChange.of(null).born(ActionKey.PREPARE_SUBJECT, draft.at(now));
  }

  private static Envelope.Draft ready(
      Envelope.Draft draft, Enqueue command, Queue queue, Instant now) {
    correlated(draft, command.meta())
        .queue(command.queueKey(), queue.actionFor(command.nextActionKey()))
        .readyAt(command.readyAt() != null ? command.readyAt() : now);
    if (command.priority() != null) {
      draft.priority(command.priority());
    }
    if (command.dueAt() != null) {
      draft.dueAt(command.dueAt());
    }
    if (command.ties() != null && command.ties().deadlineAt() != null) {
      draft.deadline(command.ties().deadlineAt());
    }
    if (command.ties() != null && command.ties().workflow() != null) {
      draft.workflow(command.ties().workflow());
    }
    if (command.ties() != null && command.ties().correlation() != null) {
      draft.correlation(command.ties().correlation());
    }
    if (command.maxAttempts() != null) {
      draft.maxAttempts(command.maxAttempts());
    }
    if (command.submission() != null) {
      draft.submission(command.submission());
    }
    return command.scope() != null ? draft.scope(command.scope()) : draft;
  }

  /** A prepared job keeps its identifiers unless the request that enqueues it has others. */
  private static Envelope.Draft correlated(Envelope.Draft draft, RequestMeta meta) {
    if (meta.correlationId() != null) {
      draft.correlation(meta.correlationId());
    }
    return meta.traceId() == null ? draft : draft.trace(meta.traceId());
  }

  private static Refusal waitsForOthers(DecisionInput s) {
    return s.envelope().workflowEuid() == null
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "job "
                + s.subject().euid()
                + " waits for other jobs of its workflow; requeue it to run it nevertheless");
  }

  /** A signal-only queue accepts no data. */
  static Refusal payloadAllowed(Queue queue, JsonNode properties) {
    var fault = SignalOnly.fault(queue, properties);
    if (fault == null) {
      return null;
    }
    var field = fault.in("properties");
    return new Refusal(
        Code.PAYLOAD_REFUSED,
        "%s: queue %s takes signals only%s; send a reference instead"
            .formatted(field, queue.key(), fault.because()),
        field);
  }
}
