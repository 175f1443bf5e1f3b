package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * A stored token, without its secret; {@code token} is its text, in the one answer that made it.
 */
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

  /** Without the secret, which would end in a log. */
  @Override
  public String toString() {
    return "TokenView[" + tokenEuid + "]";
  }
}
