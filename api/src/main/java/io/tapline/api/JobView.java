package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * A subject in the words of the job substrate. Its status is derived, never stored; what the work
 * did not come with is null.
 *
 * @param executor who executes it: as it came, or as its kind has it
 * @param safePayload the signals that it came with; of work that came by another door, its
 *     properties
 * @param statusSignal what its executor last said of its progress, while the lease lives
 * @param cancelRequested its executor is asked to stop
 * @param lastError what went wrong last, whatever came after
 * @param processAfter not before this time: the retry's, when it waits for one
 * @param parentJob the job that it came from, or that it undoes
 * @param retiredAt when a tombstone replaced it; absent while its properties are kept
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
