package io.tapline.server.webhooks;

import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * One event that is being delivered, or a position in the feed without an event for this webhook.
 */
final class PendingDelivery {

  /** All of the feed up to here is settled once this, and all before it, is. */
  final FeedCursor cursor;

  /** Null when there is nothing to carry. */
  final JsonNode event;

  /** What it waits in line with. */
  final String subject;

  final Instant happened;
  int tries;
  Instant due;
  boolean flying;
  boolean done;

  PendingDelivery(FeedCursor cursor, JsonNode event, String subject, Instant happened) {
    this.cursor = cursor;
    this.event = event;
    this.subject = subject;
    this.happened = happened;
    this.due = happened;
    this.done = event == null;
  }

  private PendingDelivery(FeedCursor cursor) {
    this.cursor = cursor;
    this.event = null;
    this.subject = null;
    this.happened = null;
    this.done = true;
  }

  static PendingDelivery nothing(FeedCursor cursor) {
    return new PendingDelivery(cursor);
  }

  String id() {
    return event.path("id").asString("");
  }
}
