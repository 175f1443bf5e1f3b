package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * A browser session. {@code current} marks the session of the request; {@code actionEuid} and
 * {@code replayed} are set in the answer to a revocation.
 */
public record SessionView(
    String actionEuid,
    boolean replayed,
    boolean current,
    String sessionEuid,
    String principal,
    List<String> roles,
    String status,
    Instant createdAt,
    Instant lastSeenAt,
    Instant expiresAt,
    String endedBy,
    Instant endedAt,
    String endReason) {}
