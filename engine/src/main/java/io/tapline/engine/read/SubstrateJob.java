package io.tapline.engine.read;

import io.tapline.engine.model.ExecutionState;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A subject in the words of the job substrate. Its status is derived, never stored; what the work
 * did not come with is null.
 */
public record SubstrateJob(
    String jobId,
    String name,
    String kind,
    String domain,
    String idempotencyKey,
    String executor,
    String sourceRef,
    String targetRef,
    String payloadRef,
    JsonNode safePayload,
    String payloadClassification,
    String status,
    ExecutionState state,
    long revision,
    int attempts,
    String lastError,
    Instant lastErrorAt,
    String leaseName,
    String leaseHolder,
    Instant leasedUntil,
    Instant processAfter,
    Instant deadlineAt,
    int priority,
    String correlationId,
    String causationEvent,
    String parentJob,
    String workflow,
    String enqueuedBy,
    Instant enqueuedAt,
    Instant startedAt,
    Instant finishedAt,
    String sourceSystem,
    String resultRef) {}
