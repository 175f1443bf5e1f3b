package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Role;
import java.time.Instant;
import java.util.List;

/**
 * The readable form of a session: all fields except the hash.
 *
 * @param lastSeenAt the last use, to the minute
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record SessionView(
    String sessionEuid,
    String principal,
    List<Role> roles,
    CredentialView.Status status,
    Instant createdAt,
    Instant lastSeenAt,
    Instant expiresAt,
    String endedBy,
    Instant endedAt,
    String endReason) {

  public static SessionView of(String euid, CredentialNote note, Instant now) {
    return SessionViewBuilder.builder()
        .sessionEuid(euid)
        .principal(note.principal())
        .roles(note.roles())
        .status(CredentialView.status(note, now))
        .createdAt(note.createdAt())
        .lastSeenAt(note.lastSeenAt())
        .expiresAt(note.expiresAt())
        .endedBy(note.endedBy())
        .endedAt(note.endedAt())
        .endReason(note.endReason())
        .build();
  }
}
