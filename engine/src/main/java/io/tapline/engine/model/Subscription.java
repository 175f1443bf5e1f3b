package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A standing order: for each event that matches, one job is made. As it stands in the store. */
public record Subscription(long uid, String euid, Note note) {

  /**
   * What a subscription says.
   *
   * @param readKey how far in the feed it has been looked for events; with {@code readUid} a hint,
   *     since a job is made once for each event however often it is looked at
   * @param lastError why the newest event that could not become a job could not
   */
  @RecordBuilder
  public record Note(
      String name,
      SubscriptionStatus status,
      EventType eventType,
      @JsonInclude(JsonInclude.Include.NON_NULL) EventFilter filter,
      Spawn spawn,
      long readKey,
      long readUid,
      @JsonInclude(JsonInclude.Include.NON_NULL) String lastError,
      @JsonInclude(JsonInclude.Include.NON_NULL) Instant lastErrorAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) String retiredReason) {

    public FeedCursor readTo() {
      return new FeedCursor(readKey, readUid);
    }

    public Note retired(Instant now, String reason) {
      return SubscriptionNoteBuilder.builder(this)
          .status(SubscriptionStatus.RETIRED)
          .retiredAt(now)
          .retiredReason(reason)
          .build();
    }
  }

  /**
   * Which events of the type; null admits all.
   *
   * @param kind the queue that the event was about
   * @param cause the event's own word for why
   * @param correlationId of the work that it was about
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record EventFilter(String kind, String cause, String correlationId) {}

  /** The job that is made: a subject of a queue, with these properties. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spawn(String kind, Integer priority, Integer maxAttempts, JsonNode properties) {}
}
