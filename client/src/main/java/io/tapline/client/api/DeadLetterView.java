package io.tapline.client.api;

import java.time.Instant;

/** A dead letter: the failed job, its failures, reason, stage and last owner. */
public record DeadLetterView(
    String deadLetterEuid,
    String resolutionState,
    Instant deadLetteredAt,
    int failureCount,
    String errorClass,
    String errorCode,
    String errorMessage,
    String reasonCode,
    String stage,
    String lastError,
    int attempts,
    String lastOwner,
    Instant lastLeaseExpiresAt,
    String correlationId,
    Instant resolvedAt,
    String resolutionReason,
    String subjectLookupEuid,
    String subjectLookupName,
    String queueLookupKey,
    String lastExecutionRecordLookupEuid,
    String lastLeaseLookupEuid,
    String resolvedByLookupEuid,
    String resolvedByLookupName) {}
