package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Summary of an archived job that outlives its evidence; it is computed from the evidence when the
 * job is archived.
 *
 * @param queueKey the last queue of the job
 * @param resultRef reference to the result, if the job had one
 * @param finishedAt when the job ended, not when it was archived
 * @param cleanedBy the principal that archived the job; retired jobs only
 * @param cleanActionEuid the archiving action, which is deleted; retired jobs only
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FinishedSummary(
    String queueKey,
    String lastError,
    String resultRef,
    Instant startedAt,
    String enqueuedBy,
    Instant finishedAt,
    Instant lastErrorAt,
    String cleanedBy,
    String cleanActionEuid) {

  public FinishedSummary(
      String queueKey,
      String lastError,
      String resultRef,
      Instant startedAt,
      String enqueuedBy,
      Instant finishedAt,
      Instant lastErrorAt) {
    this(
        queueKey, lastError, resultRef, startedAt, enqueuedBy, finishedAt, lastErrorAt, null, null);
  }
}
