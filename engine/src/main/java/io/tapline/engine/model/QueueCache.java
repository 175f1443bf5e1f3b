package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.tapdb.TimeText;
import java.time.DateTimeException;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * Hints of a job, which are never authoritative. {@code delayed} keeps jobs that are not ready yet
 * out of the index of the claim; a missing or wrong mark only costs speed.
 */
@RecordBuilder
public record QueueCache(
    String currentQueueKey,
    Instant computedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Boolean delayed) {

  public static final QueueCache EMPTY = QueueCacheBuilder.builder().build();

  /** Reads the stored form. An invalid hint is ignored. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static QueueCache read(JsonNode stored) {
    var key = stored.path("current_queue_key");
    var computed = stored.path("computed_at");
    var delayed = stored.path("delayed");
    return new QueueCache(
        key.isString() ? key.asString() : null,
        computed.isString() ? time(computed.asString()) : null,
        delayed.isBoolean() ? delayed.asBoolean() : null);
  }

  private static Instant time(String text) {
    try {
      return TimeText.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  static QueueCache at(String queueKey, Instant visibleFrom, Instant now) {
    boolean later = visibleFrom != null && visibleFrom.isAfter(now);
    return new QueueCache(later ? null : queueKey, now, later ? Boolean.TRUE : null);
  }
}
