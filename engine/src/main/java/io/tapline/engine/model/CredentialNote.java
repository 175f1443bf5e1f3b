package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The content of a token or session: its principal and a hash of its secret, never the secret.
 *
 * @param name the name that the creator gave a token; null for a session
 * @param principal the principal in evidence
 * @param secretSha256 the hash of the secret
 * @param expiresAt the end of the validity; null for a token without one
 * @param lastSeenAt the last use of a session, to the minute; null for a token
 * @param idleSeconds the time without use after which a session ends; null for a token
 * @param proof the proof that a session was opened with, in a form that its API recognises; null
 *     for a stored token, which the session is linked to, and for a proof with its own expiry
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
    // The API that creates the secret supplies the hash. A missing hash must fail here, because it
    // would make a token that every secret matches.
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

  /** Records the end of a credential that had expired. */
  public CredentialNote expire(String by, Instant now, String reason) {
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

  /** The hash must not reach logs. */
  @Override
  public String toString() {
    return "CredentialNote[" + principal + ", " + roles + ", " + status + "]";
  }
}
