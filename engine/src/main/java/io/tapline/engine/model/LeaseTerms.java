package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/** What a lease says of itself (source 000 §2.2). Whom and what it binds is lineage's to say. */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
