package io.tapline.client.api;

import java.time.Instant;

/** A lease. What it is about is under one name or another, as the reader asked. */
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
    String nextActionKey,
    String idempotencyKey,
    long subjectRevisionAtClaim,
    String payloadHash,
    Long fencingToken,
    String workerEuid,
    String workerName,
    String queueKey,
    String recordEuid,
    String subjectLookupEuid,
    String subjectLookupName,
    String subjectLookupState,
    String workerLookupEuid,
    String workerLookupName,
    String queueLookupKey,
    Progress progress) {}
