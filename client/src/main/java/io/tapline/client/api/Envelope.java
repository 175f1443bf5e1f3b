package io.tapline.client.api;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.Scope;
import java.time.Instant;

/**
 * The execution envelope of a job: its authoritative state.
 *
 * @param retiredAt when the properties and the evidence were deleted; null while they are stored
 */
public record Envelope(
    ExecutionState state,
    long revision,
    String nextQueueKey,
    String nextActionKey,
    int priority,
    Instant readyAt,
    Instant dueAt,
    int attemptCount,
    Integer maxAttemptsOverride,
    Instant retryAt,
    String holdState,
    String holdReason,
    boolean cancelRequested,
    boolean terminal,
    String lastExecutionRecordEuid,
    QueueCache queueCache,
    Scope scope,
    ExecutionState heldFrom,
    ExternalWork external,
    String correlationId,
    String traceId,
    Instant cleanedAt,
    Instant evidenceUntil,
    FinishedSummary summary,
    String compensates,
    CorrelationRefs correlation,
    Instant retiredAt) {}
