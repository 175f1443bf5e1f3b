package io.tapline.server.webhooks;

import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** One event that must be delivered to one webhook. */
final class PendingDelivery {

  /** The position in the feed before the action that emitted the event. */
  final FeedCursor before;

  /** The position of that action. */
  final FeedCursor cursor;

  final JsonNode event;

  /**
   * Events of one line are delivered in order: those of one job, otherwise of one worker or queue.
   */
  final String line;

  final Instant happened;
  int tries;
  Instant due;
  boolean flying;
  boolean done;

  PendingDelivery(FeedCursor before, FeedCursor cursor, EventView event) {
    this.before = before;
    this.cursor = cursor;
    this.event = Json.tree(event);
    this.line = line(event);
    this.happened = event.ts();
    this.due = event.ts();
  }

  private static String line(EventView event) {
    if (event.jobId() != null) {
      return event.jobId();
    }
    var worker = event.payload().get("worker_euid");
    return String.valueOf(worker != null ? worker : event.payload().get("queue_key"));
  }

  String id() {
    return event.path("id").asString("");
  }

  WebhookProgress.Retry retry() {
    return new WebhookProgress.Retry(cursor.feedKey(), cursor.uid(), id(), tries, due);
  }
}
