package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * Something that a worker claimed, and how it ended.
 *
 * @param leaseStatus as it is now: EXPIRED once it has lapsed
 * @param status of the attempt; null when there is no record of it
 * @param finishedAt null while it goes on
 */
@RecordBuilder
public record WorkerAttempt(
    String leaseEuid,
    String recordEuid,
    String subjectLookupEuid,
    String subjectLookupName,
    String queueLookupKey,
    int attemptNumber,
    Instant claimedAt,
    Instant finishedAt,
    Long durationMs,
    LeaseStatus leaseStatus,
    RecordStatus status,
    String errorClass,
    String errorCode,
    String errorMessage) {}
