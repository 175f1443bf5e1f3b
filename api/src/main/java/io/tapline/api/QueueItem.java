package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A visible job in its queue, with the fields that determine the claim order.
 *
 * @param noun the word for the job; null: "job"
 */
@RecordBuilder
public record QueueItem(
    String subjectEuid,
    String subjectName,
    String templateCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) Noun noun,
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
