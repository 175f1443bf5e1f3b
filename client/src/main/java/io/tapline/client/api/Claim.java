package io.tapline.client.api;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** One subject, leased. */
public record Claim(
    String leaseEuid,
    String leaseToken,
    long fencingToken,
    String recordEuid,
    String subjectEuid,
    String queueKey,
    int attemptNumber,
    String nextActionKey,
    ExecutionState state,
    long revision,
    Instant expiresAt,
    int ttlSeconds,
    int heartbeatIntervalSeconds,
    String actionEuid,
    String correlationId,
    String traceId,
    JsonNode properties) {}
