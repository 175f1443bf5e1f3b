package io.tapline.engine.model;

import java.time.Instant;

/** What a lease says of itself. Whom and what it binds is lineage's to say. */
public record LeaseTerms(
    String leaseToken,
    LeaseStatus status,
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
    String payloadHash) {

  public LeaseTerms {
    // Until the first renewal the claim itself is the last sign of life.
    heartbeatAt = heartbeatAt == null ? claimedAt : heartbeatAt;
  }

  public boolean everRenewed() {
    return !heartbeatAt.equals(claimedAt);
  }

  public LeaseTerms ended(LeaseStatus how, String reason, Instant now) {
    return new LeaseTerms(
        leaseToken,
        how,
        claimedAt,
        heartbeatAt,
        expiresAt,
        now,
        reason,
        attemptNumber,
        ttlSeconds,
        nextActionKey,
        idempotencyKey,
        subjectRevisionAtClaim,
        payloadHash);
  }

  public LeaseTerms renewed(Instant now) {
    return new LeaseTerms(
        leaseToken,
        status,
        claimedAt,
        now,
        now.plusSeconds(ttlSeconds),
        releasedAt,
        releaseReason,
        attemptNumber,
        ttlSeconds,
        nextActionKey,
        idempotencyKey,
        subjectRevisionAtClaim,
        payloadHash);
  }
}
