package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The answer to a claim: claimed jobs, or {@link #NO_WORK}. */
public record ClaimAnswer(String status, boolean replayed, String workerEuid, List<Item> claims) {

  public static final String CLAIMED = "CLAIMED";
  public static final String NO_WORK = "NO_WORK";

  public static ClaimAnswer noWork(String workerEuid) {
    return new ClaimAnswer(NO_WORK, false, workerEuid, List.of());
  }

  /**
   * One leased job.
   *
   * @param heartbeatIntervalSeconds renewal interval of the lease
   * @param correlationId the correlation id of the job, to be passed to called services; or null
   * @param traceId the trace in which the job was enqueued, or null
   */
  @RecordBuilder
  public record Item(
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
}
