package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An action: actor, target, reason, lease and result. */
public record ActionView(
    String actionEuid,
    Instant at,
    String actionKey,
    String verb,
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
    String toQueueKey,
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
    List<JsonNode> events,
    String subjectLookupName,
    String workerLookupName,
    String actorLookupName) {}
