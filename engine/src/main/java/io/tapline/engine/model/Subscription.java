package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A stored subscription: each matching event creates one job. */
public record Subscription(long uid, String euid, Note note) {

  /**
   * The content of a subscription.
   *
   * @param readKey with {@code readUid} the position in the feed up to which events were processed;
   *     a hint, because each event creates one job however often it is processed
   * @param lastError the error of the newest event that could not create its job
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
   * Selects events of the type; null admits all.
   *
   * @param kind the queue of the event
   * @param cause the cause in the event
   * @param correlationId the correlation id of the job
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record EventFilter(
      @WireField(length = Limits.KEY, about = "the kind of the job of the event") String kind,
      @WireField(length = Limits.NAME, about = "the reason in the event") String cause,
      @WireField(length = Limits.KEY, about = "of the job of the event") String correlationId) {}

  /** The queue and the properties of the created job. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spawn(
      @WireField(required = true, length = Limits.KEY, about = "the queue") String kind,
      @WireField(
              least = -Limits.PRIORITY,
              most = Limits.PRIORITY,
              about = "jobs with a higher priority are claimed first")
          Integer priority,
      @WireField(least = 1, most = Limits.ATTEMPTS, about = "absent: as the queue has it")
          Integer maxAttempts,
      @WireField(bytes = Limits.PAYLOAD_BYTES, object = true, about = "of the created job")
          JsonNode properties) {}
}
