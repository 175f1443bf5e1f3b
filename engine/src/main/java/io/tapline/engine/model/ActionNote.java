package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ExecutionState;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The content of an action: actor, object, reason, lease, result and events. It serves as audit
 * entry, outbox row and stored answer.
 *
 * @param verb for a pack action: the engine's action that moved the job, if any
 * @param target the kind of object that the request named when it is no job: "worker" or "queue"
 * @param execution the envelope after the action; when null, {@code result} is the changed object
 * @param metadata the data that a request added to a hold, its release or the release of a lease
 * @param ordinal index within a request that wrote several actions under one key
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record ActionNote(
    ActionName actionKey,
    ActionKey verb,
    String actor,
    String role,
    String target,
    Integer ordinal,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    String recordEuid,
    String holdEuid,
    String deadLetterEuid,
    String queueKey,
    String reason,
    JsonNode metadata,
    Boolean override,
    ExecutionState fromState,
    ExecutionState toState,
    Long revisionBefore,
    Long revisionAfter,
    String correlationId,
    String traceId,
    String idempotencyKey,
    String payloadHash,
    String softwareVersion,
    String status,
    JsonNode result,
    Envelope execution,
    List<Event> events) {

  /**
   * The queue that the action moved its job to; null when it did not leave {@code queueKey}. It is
   * derived from the stored envelope, so it needs no column.
   */
  public String toQueueKey() {
    var key =
        execution != null
            ? execution.nextQueueKey()
            : result == null
                ? null
                : result.path("execution").path("next_queue_key").asString(null);
    return key == null || key.equals(queueKey) ? null : key;
  }

  /** The changed object: the envelope of the job, or another object. */
  public Object changed() {
    return execution != null ? execution : result;
  }
}
