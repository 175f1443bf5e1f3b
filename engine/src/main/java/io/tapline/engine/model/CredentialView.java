package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/** A stored token as people see it: everything but the hash. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CredentialView(
    String tokenEuid,
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
    return new CredentialView(
        euid,
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

  static Status status(CredentialNote note, Instant now) {
    return switch (note.status()) {
      case REVOKED -> Status.REVOKED;
      case EXPIRED -> Status.EXPIRED;
      case ACTIVE -> note.expiredAt(now) ? Status.EXPIRED : Status.ACTIVE;
    };
  }
}
