package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A visible subject in its queue, with what orders it. */
@RecordBuilder
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
