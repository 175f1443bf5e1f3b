package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Role;
import java.time.Instant;
import java.util.List;

/** The readable form of a stored token: all fields except the hash. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
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

  /** The status at the time of the read, which includes the expiry. */
  public enum Status {
    ACTIVE,
    EXPIRED,
    REVOKED
  }

  public static CredentialView token(String euid, CredentialNote note, Instant now) {
    return CredentialViewBuilder.builder()
        .tokenEuid(euid)
        .name(note.name())
        .principal(note.principal())
        .roles(note.roles())
        .status(status(note, now))
        .createdBy(note.createdBy())
        .createdAt(note.createdAt())
        .expiresAt(note.expiresAt())
        .endedBy(note.endedBy())
        .endedAt(note.endedAt())
        .endReason(note.endReason())
        .build();
  }

  static Status status(CredentialNote note, Instant now) {
    return switch (note.status()) {
      case REVOKED -> Status.REVOKED;
      case EXPIRED -> Status.EXPIRED;
      case ACTIVE -> note.expiredAt(now) ? Status.EXPIRED : Status.ACTIVE;
    };
  }
}
