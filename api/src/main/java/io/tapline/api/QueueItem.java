package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/** A visible job in its queue, with the fields that determine the claim order. */
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
