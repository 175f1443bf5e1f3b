package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A stored token. {@code token} is the secret and is set only in the answer to its creation. */
public record TokenView(
    String token,
    String actionEuid,
    boolean replayed,
    String tokenEuid,
    String name,
    String principal,
    List<String> roles,
    String status,
    String createdBy,
    Instant createdAt,
    Instant expiresAt,
    String endedBy,
    Instant endedAt,
    String endReason) {

  /** Omits the secret, so that it does not appear in logs. */
  @Override
  public String toString() {
    return "TokenView[" + tokenEuid + "]";
  }
}
