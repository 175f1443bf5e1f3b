package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/**
 * A session as people see it: everything but the hash.
 *
 * @param lastSeenAt to the minute
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
    return new SessionView(
        euid,
        note.principal(),
        note.roles(),
        CredentialView.status(note, now),
        note.createdAt(),
        note.lastSeenAt(),
        note.expiresAt(),
        note.endedBy(),
        note.endedAt(),
        note.endReason());
  }
}
