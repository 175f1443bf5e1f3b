package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Hints on the subject, never the truth. {@code delayed} keeps subjects that are not ready yet out
 * of the claim's index; a missing or wrong mark costs speed only.
 */
public record QueueCache(
    String currentQueueKey,
    Instant computedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean delayed) {

  public static final QueueCache EMPTY = new QueueCache(null, null, null);

  static QueueCache at(String queueKey, Instant visibleFrom, Instant now) {
    boolean later = visibleFrom != null && visibleFrom.isAfter(now);
    return new QueueCache(later ? null : queueKey, now, later ? Boolean.TRUE : null);
  }
}
