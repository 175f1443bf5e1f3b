package io.tapline.client.worker;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * One subject, leased and begun.
 *
 * @param fencingToken rises with every claim of the subject: (subject, fencing token) is what a
 *     handler de-duplicates on
 * @param correlationId what the subject was enqueued with, or null
 * @param traceId the trace that it was enqueued within, or null
 */
public record Claimed(
    String subjectEuid,
    String queueKey,
    String actionKey,
    int attemptNumber,
    long fencingToken,
    String leaseEuid,
    String recordEuid,
    Duration ttl,
    String correlationId,
    String traceId,
    JsonNode properties) {

  Lease lease() {
    return new Lease(subjectEuid, leaseEuid, ttl);
  }
}
