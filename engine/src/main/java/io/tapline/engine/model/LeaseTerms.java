package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Limits;
import java.time.Instant;

/**
 * The content of a lease. Lineage links contain the job, the worker and the queue.
 *
 * @param heartbeatIntervalSeconds the renewal interval of the queue at the claim; null when the
 *     queue had none
 */
@RecordBuilder
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
    Integer heartbeatIntervalSeconds,
    String nextActionKey,
    String idempotencyKey,
    long subjectRevisionAtClaim,
    String payloadHash) {

  public LeaseTerms {
    // Until the first renewal the claim counts as the last heartbeat.
    heartbeatAt = heartbeatAt == null ? claimedAt : heartbeatAt;
  }

  public boolean everRenewed() {
    return !heartbeatAt.equals(claimedAt);
  }

  /** The renewal interval, at most a third of the duration of the lease. */
  public int renewedEverySeconds() {
    int third = Math.max(1, ttlSeconds / Limits.BEATS);
    return heartbeatIntervalSeconds == null ? third : Math.min(heartbeatIntervalSeconds, third);
  }

  public LeaseTerms ended(LeaseStatus how, String reason, Instant now) {
    return LeaseTermsBuilder.builder(this)
        .status(how)
        .releasedAt(now)
        .releaseReason(reason)
        .build();
  }

  public LeaseTerms renewed(Instant now) {
    return LeaseTermsBuilder.builder(this)
        .heartbeatAt(now)
        .expiresAt(now.plusSeconds(ttlSeconds))
        .build();
  }
}
