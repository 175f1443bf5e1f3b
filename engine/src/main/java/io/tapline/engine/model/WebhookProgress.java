package io.tapline.engine.model;

import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The delivery state of a webhook. It is no evidence, so no action records it: an event whose
 * delivery was not stored is delivered again.
 *
 * @param feedKey with {@code feedUid} the position in the feed: every selected event up to it was
 *     delivered, was given up, or is one of {@code retries}
 * @param revision increases with each change, so that a server that lost the webhook to another one
 *     cannot overwrite the newer state
 * @param failingSince the time since which an event waits for a retry; null when none does
 * @param lastError the error of the newest failed try; null when nothing fails
 * @param retries undelivered events up to the position, in feed order
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
   * An event that waits for a retry, or behind such an event of the same job.
   *
   * @param feedKey with {@code feedUid} the position of the event in the feed
   * @param tries number of failed tries
   * @param due the earliest time of the next try
   */
  public record Retry(long feedKey, long feedUid, String eventId, int tries, Instant due) {
    public FeedCursor cursor() {
      return new FeedCursor(feedKey, feedUid);
    }
  }

  /** The state of a new webhook, which gets the events that follow. */
  public static WebhookProgress beginningAt(String webhookEuid, FeedCursor cursor) {
    return new WebhookProgress(
        webhookEuid, "ACTIVE", cursor.feedKey(), cursor.uid(), 0, null, null, List.of());
  }

  public FeedCursor cursor() {
    return new FeedCursor(feedKey, feedUid);
  }

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

  /** Compares everything except the revision. */
  public boolean differsFrom(WebhookProgress other) {
    return !cursor().equals(other.cursor())
        || !Objects.equals(failingSince, other.failingSince)
        || !Objects.equals(lastError, other.lastError)
        || !retries.equals(other.retries);
  }
}
