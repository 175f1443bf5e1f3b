package io.tapline.tapdb;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * One action or pulse in the feed.
 *
 * @param executedOnUid the object of the action, or 0 without a single object
 */
public record FeedEntry(
    long feedKey,
    long uid,
    String euid,
    String actionKey,
    long executedOnUid,
    JsonNode properties,
    Instant createdAt) {

  /** The position after this entry. */
  public FeedCursor cursor() {
    return new FeedCursor(feedKey, uid);
  }
}
