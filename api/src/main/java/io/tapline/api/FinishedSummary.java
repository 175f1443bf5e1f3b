package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * What is said of finished work once its evidence is gone: written when it is put away, from the
 * evidence itself.
 *
 * @param queueKey the queue that it ended in
 * @param resultRef where its result is, if it came with a reference
 * @param finishedAt when it ended, not when it was put away
 * @param cleanedBy the principal that put it away; only of retired work
 * @param cleanActionEuid the action that put it away, which is deleted; only of retired work
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
