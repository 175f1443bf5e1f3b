package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A job in the terms of the jobs API. The status is derived and never stored; fields that the job
 * was created without are null.
 *
 * @param executor the executor of the job, or of its kind
 * @param safePayload the signals of the job; the properties if it was enqueued through another API
 * @param statusSignal the last progress report of the executor, while the lease is active
 * @param cancelRequested the executor should stop
 * @param lastError the latest error, even if a later attempt succeeded
 * @param processAfter the earliest start; the retry time while the job waits for a retry
 * @param parentJob the job that caused this one, or that this one compensates
 * @param retiredAt when a tombstone replaced the job; absent while its properties are stored
 */
@JsonTypeName("SubstrateJob")
@RecordBuilder
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
    String resultRef,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt) {}
