package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/** A stored token or a session as people see it: everything but the hash. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CredentialView(
    String tokenEuid,
    String sessionEuid,
    String name,
    String principal,
    List<Role> roles,
    Status status,
    String createdBy,
    Instant createdAt,
    Instant expiresAt,
    String endedBy,
    Instant endedAt,
    String endReason) {

  /** What it is worth now. */
  public enum Status {
    ACTIVE,
    EXPIRED,
    REVOKED
  }

  public static CredentialView token(String euid, CredentialNote note, Instant now) {
    return of(euid, null, note, now);
  }

  public static CredentialView session(String euid, CredentialNote note, Instant now) {
    return of(null, euid, note, now);
  }

  private static CredentialView of(
      String tokenEuid, String sessionEuid, CredentialNote note, Instant now) {
    return new CredentialView(
        tokenEuid,
        sessionEuid,
        note.name(),
        note.principal(),
        note.roles(),
        status(note, now),
        note.createdBy(),
        note.createdAt(),
        note.expiresAt(),
        note.endedBy(),
        note.endedAt(),
        note.endReason());
  }

  private static Status status(CredentialNote note, Instant now) {
    if (note.status() == CredentialStatus.REVOKED) {
      return Status.REVOKED;
    }
    return note.expiredAt(now) ? Status.EXPIRED : Status.ACTIVE;
  }
}
