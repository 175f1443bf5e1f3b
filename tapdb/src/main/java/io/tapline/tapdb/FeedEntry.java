package io.tapline.tapdb;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * One action or pulse, as the feed shows it.
 *
 * @param executedOnUid what it acted on, or 0 where it acted on no one object
 */
public record FeedEntry(
    long feedKey,
    long uid,
    String euid,
    String actionKey,
    long executedOnUid,
    JsonNode properties,
    Instant createdAt) {

  /** Where to go on from. */
  public FeedCursor cursor() {
    return new FeedCursor(feedKey, uid);
  }
}
