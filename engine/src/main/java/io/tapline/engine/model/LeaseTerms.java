package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.LeaseStatus;
import java.time.Instant;

/**
 * What a lease says of itself. Whom and what it binds is lineage's to say.
 *
 * @param heartbeatIntervalSeconds how often it is to be renewed, as its queue had it at the claim;
 *     null where the queue said nothing
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

  /** A worker renews so often within the time of a lease, so that two tries may fail. */
  public static final int BEATS = 3;

  public LeaseTerms {
    // Until the first renewal the claim itself is the last sign of life.
    heartbeatAt = heartbeatAt == null ? claimedAt : heartbeatAt;
  }

  public boolean everRenewed() {
    return !heartbeatAt.equals(claimedAt);
  }

  /** How often its worker renews it, in whole seconds: never later than a third of its time. */
  public int renewedEverySeconds() {
    int third = Math.max(1, ttlSeconds / BEATS);
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
