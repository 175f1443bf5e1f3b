package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An execution record: the evidence of one attempt. */
public record RecordView(
    String recordEuid,
    int attemptNumber,
    String status,
    String actionKey,
    String idempotencyKey,
    String payloadHash,
    ExecutionState expectedState,
    ExecutionState startState,
    ExecutionState endState,
    Long startRevision,
    Long endRevision,
    Instant startedAt,
    Instant finishedAt,
    Long durationMs,
    Boolean retryable,
    String errorClass,
    String errorCode,
    String errorMessage,
    Map<String, String> correlation,
    JsonNode inputSnapshot,
    JsonNode resultSnapshot,
    List<String> policyRefs,
    String nextActionKey,
    String endingActionKey,
    String subjectLookupEuid,
    String queueLookupKey,
    String workerLookupEuid,
    String workerLookupName,
    String leaseLookupEuid,
    String supersedesLookupEuid,
    List<String> outputs) {}
