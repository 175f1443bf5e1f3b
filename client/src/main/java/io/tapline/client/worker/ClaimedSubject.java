package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * One subject, leased and begun.
 *
 * @param fencingToken rises with every claim of the subject: (subject, fencing token) is what a
 *     handler de-duplicates on
 * @param heartbeatInterval how often the lease is to be renewed
 * @param correlationId what the subject was enqueued with, or null
 * @param traceId the trace that it was enqueued within, or null
 */
@RecordBuilder
public record ClaimedSubject(
    String subjectEuid,
    String queueKey,
    String actionKey,
    int attemptNumber,
    long fencingToken,
    String leaseEuid,
    String recordEuid,
    Duration ttl,
    Duration heartbeatInterval,
    String correlationId,
    String traceId,
    JsonNode properties) {

  public ClaimedSubject {
    // A server that does not say it leaves it at a third.
    heartbeatInterval = heartbeatInterval.isZero() ? ttl.dividedBy(3) : heartbeatInterval;
  }

  HeldLease lease() {
    return new HeldLease(subjectEuid, leaseEuid, ttl);
  }
}
