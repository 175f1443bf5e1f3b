package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What is kept of a stored token or of a session: who it stands for and a hash of its secret, never
 * the secret.
 *
 * @param name a token's, given by who made it; null for a session
 * @param principal whom it stands for in evidence
 * @param secretSha256 the hash that a presented secret must have
 * @param expiresAt from then on it is worth nothing; null for a token without an end
 * @param lastSeenAt when a session was last noticed, to the minute; null for a token
 * @param idleSeconds a session that is not noticed for so long has ended; null for a token
 * @param proof what a session was opened with, as the door that opened it knows it again; null for
 *     a stored token, which the session is linked to, and for what has an end of its own
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record CredentialNote(
    String name,
    String principal,
    List<Role> roles,
    String secretSha256,
    CredentialStatus status,
    String createdBy,
    Instant createdAt,
    Instant expiresAt,
    Instant lastSeenAt,
    Long idleSeconds,
    String proof,
    String endedBy,
    Instant endedAt,
    String endReason) {

  public CredentialNote {
    roles = List.copyOf(roles);
    // No request brings it: a door that forgot to draw one must not make a token that any secret
    // fits.
    Objects.requireNonNull(secretSha256, "a credential without the hash of its secret");
  }

  public boolean liveAt(Instant now) {
    return status == CredentialStatus.ACTIVE && !expiredAt(now);
  }

  public boolean expiredAt(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt)
        || idleSeconds != null && !now.isBefore(lastSeenAt.plus(Duration.ofSeconds(idleSeconds)));
  }

  public CredentialNote seen(Instant now) {
    return CredentialNoteBuilder.builder(this).lastSeenAt(now).build();
  }

  public CredentialNote ended(String by, Instant now, String reason) {
    return ended(CredentialStatus.REVOKED, by, now, reason);
  }

  /** It had ended by itself before; now that is written down. */
  public CredentialNote putAway(String by, Instant now, String reason) {
    return ended(CredentialStatus.EXPIRED, by, now, reason);
  }

  private CredentialNote ended(CredentialStatus as, String by, Instant now, String reason) {
    return CredentialNoteBuilder.builder(this)
        .status(as)
        .endedBy(by)
        .endedAt(now)
        .endReason(reason)
        .build();
  }

  /** Even a hash stays out of logs. */
  @Override
  public String toString() {
    return "CredentialNote[" + principal + ", " + roles + ", " + status + "]";
  }
}
