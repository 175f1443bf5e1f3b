package io.tapline.api;

import java.time.Instant;

/** A visible subject in its queue, with what orders it. */
public record QueueItem(
    String subjectEuid,
    String subjectName,
    String templateCode,
    ExecutionState state,
    String nextQueueKey,
    String nextActionKey,
    int priority,
    Instant readyAt,
    Instant dueAt,
    Instant retryAt,
    int attemptCount,
    Instant createdAt,
    Instant queueReadyTimestamp,
    double queueResidenceSeconds) {}
