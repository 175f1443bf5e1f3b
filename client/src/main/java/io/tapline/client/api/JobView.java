package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A job as it stands: any piece of work, in the words of jobs. What it did not come with is null.
 *
 * @param status queued, leased, in_progress, succeeded, failed, retry_waiting, dead_letter,
 *     cancelled or cleaned
 * @param statusSignal what its executor last said of its progress, while the lease lives
 * @param cancelRequested its executor is asked to stop
 */
public record JobView(
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
    String statusSignal,
    boolean cancelRequested,
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
    String traceId,
    String causationEvent,
    String parentJob,
    String workflow,
    String enqueuedBy,
    Instant enqueuedAt,
    Instant startedAt,
    Instant finishedAt,
    String sourceSystem,
    String resultRef) {}
