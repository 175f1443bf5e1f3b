package io.tapline.client.worker;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * One subject, leased and begun.
 *
 * @param fencingToken rises with every claim of the subject: (subject, fencing token) is what a
 *     handler de-duplicates on
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
    JsonNode properties) {

  Lease lease() {
    return new Lease(subjectEuid, leaseEuid, ttl);
  }
}
