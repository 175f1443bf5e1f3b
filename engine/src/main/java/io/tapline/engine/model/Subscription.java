package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.tapdb.FeedCursor;
import java.time.Instant;

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
}
