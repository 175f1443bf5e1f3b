package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a claim answers: work, or the news that there is none. */
public record ClaimAnswer(String status, boolean replayed, String workerEuid, List<Item> claims) {

  public static final String CLAIMED = "CLAIMED";
  public static final String NO_WORK = "NO_WORK";

  public static ClaimAnswer noWork(String workerEuid) {
    return new ClaimAnswer(NO_WORK, false, workerEuid, List.of());
  }

  /**
   * One subject, leased.
   *
   * @param heartbeatIntervalSeconds how often the lease is to be renewed
   * @param correlationId what it was enqueued with, to be passed on; null when it was without
   * @param traceId likewise
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
