package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A claim of a worker, and the end of its attempt.
 *
 * @param leaseStatus the present status: EXPIRED after a lapse
 * @param status of the attempt; null without a record
 * @param finishedAt null while the attempt is open
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
