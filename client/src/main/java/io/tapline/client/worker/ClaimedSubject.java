package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/**
 * One job, leased and started.
 *
 * @param fencingToken rises with every claim of the job; a handler de-duplicates on (job, fencing
 *     token)
 * @param heartbeatInterval renewal interval of the lease
 * @param correlationId the correlation id of the job, or null
 * @param traceId the trace in which the job was enqueued, or null
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
    // Default for a server that sends no interval.
    heartbeatInterval = heartbeatInterval.isZero() ? ttl.dividedBy(3) : heartbeatInterval;
  }

  HeldLease lease() {
    return new HeldLease(subjectEuid, leaseEuid, ttl);
  }
}
