package io.tapline.client.api;

import io.tapline.api.Progress;
import java.time.Instant;

/** A lease; it has the same fields in every answer. */
public record LeaseView(
    String leaseEuid,
    String status,
    Instant claimedAt,
    Instant heartbeatAt,
    Instant expiresAt,
    Instant releasedAt,
    String releaseReason,
    int attemptNumber,
    int ttlSeconds,
    Integer heartbeatIntervalSeconds,
    String nextActionKey,
    String idempotencyKey,
    long subjectRevisionAtClaim,
    String payloadHash,
    long fencingToken,
    String subjectLookupEuid,
    String subjectLookupName,
    String subjectLookupState,
    String workerLookupEuid,
    String workerLookupName,
    String queueLookupKey,
    String recordLookupEuid,
    Progress progress) {}
