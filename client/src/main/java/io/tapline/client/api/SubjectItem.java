package io.tapline.client.api;

import java.time.Instant;

/** A subject in a list, whatever its state; {@code why} is "visible" while it is in its queue. */
public record SubjectItem(
    String subjectEuid,
    String subjectName,
    String templateCode,
    ExecutionState state,
    String why,
    String nextQueueKey,
    String nextActionKey,
    int priority,
    Instant readyAt,
    Instant dueAt,
    Instant retryAt,
    int attemptCount,
    Instant createdAt,
    Instant queueReadyTimestamp,
    Double queueResidenceSeconds,
    String leaseEuid,
    String workerEuid,
    String workerName,
    Instant leaseExpiresAt,
    String holdReason,
    String correlationId,
    String site,
    String platform,
    String assay,
    String lastErrorClass,
    String lastError) {}
