package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What an action instance says: who did what, why, under which lease, with which result, and the
 * events it caused. It is the audit entry, the outbox row and the stored answer in one.
 *
 * @param verb of a pack's action: the engine's own action by which the subject moved, if it did
 * @param target what the request named, when it is not the subject: "worker" or "queue"
 * @param execution the envelope that the action left behind; or else {@code result} is what changed
 * @param metadata what came with a hold, its release or that of a lease, beside the reason
 * @param ordinal place within a request that wrote several actions under one key
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
   * The queue that the action moved its subject to; null when it moved it to no other queue than
   * {@code queueKey}. The envelope that is kept has it, so it needs no column of its own.
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

  /** The changed object: the subject's envelope, or whatever else the action is about. */
  public Object changed() {
    return execution != null ? execution : result;
  }
}
