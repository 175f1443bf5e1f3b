package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * Someone logged in at a browser; {@code current} when it is the session that asks, the first two
 * in the answer to its end.
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
