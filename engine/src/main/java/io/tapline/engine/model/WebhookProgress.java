package io.tapline.engine.model;

import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * How far the events of a webhook were delivered. It is bookkeeping and no evidence, so no action
 * records it: an event whose delivery was not stored is delivered again.
 *
 * @param feedKey with {@code feedUid} the position in the feed: every wanted event up to it was
 *     delivered, was given up, or is one of {@code retries}
 * @param revision grows with each change, so that a server that lost the webhook to another one
 *     cannot overwrite the newer state
 * @param failingSince since when at least one event waits for another try; null when none does
 * @param lastError of the newest failed try; null when nothing fails
 * @param retries events up to the position that are still to be delivered, in feed order
 */
public record WebhookProgress(
    String webhookEuid,
    String status,
    long feedKey,
    long feedUid,
    long revision,
    Instant failingSince,
    String lastError,
    List<Retry> retries) {

  public WebhookProgress {
    retries = retries == null ? List.of() : List.copyOf(retries);
  }

  /**
   * An event that waits for another try, or behind such an event of the same job.
   *
   * @param feedKey with {@code feedUid} where the event is in the feed
   * @param tries how often it failed so far
   * @param due not before then it is sent again
   */
  public record Retry(long feedKey, long feedUid, String eventId, int tries, Instant due) {
    public FeedCursor cursor() {
      return new FeedCursor(feedKey, feedUid);
    }
  }

  /** Of a new webhook: it gets the events that follow. */
  public static WebhookProgress beginningAt(String webhookEuid, FeedCursor cursor) {
    return new WebhookProgress(
        webhookEuid, "ACTIVE", cursor.feedKey(), cursor.uid(), 0, null, null, List.of());
  }

  public FeedCursor cursor() {
    return new FeedCursor(feedKey, feedUid);
  }

  /** The state after this one. */
  public WebhookProgress next(
      FeedCursor position, Instant failingSince, String lastError, List<Retry> retries) {
    return new WebhookProgress(
        webhookEuid,
        status,
        position.feedKey(),
        position.uid(),
        revision + 1,
        failingSince,
        lastError,
        retries);
  }

  /** Whether it differs from another one in more than its revision. */
  public boolean differsFrom(WebhookProgress other) {
    return !cursor().equals(other.cursor())
        || !Objects.equals(failingSince, other.failingSince)
        || !Objects.equals(lastError, other.lastError)
        || !retries.equals(other.retries);
  }
}
