package io.tapline.server.webhooks;

import io.tapline.engine.model.WebhookProgress;
import io.tapline.tapdb.FeedCursor;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The undelivered events of one webhook that were read, in feed order. A failed event is parked,
 * and so are the later events of its line; parked events have a separate limit, so that they do not
 * prevent the reading of events of other jobs.
 */
final class DeliveryWindow {

  /** Limit of events before their first attempt. */
  static final int UNTRIED = 1_000;

  /** Limit of parked events, above which nothing new is read. */
  static final int PARKED = 1_000;

  private final ArrayDeque<PendingDelivery> deliveries = new ArrayDeque<>();

  void add(PendingDelivery delivery) {
    deliveries.add(delivery);
  }

  void removeDone() {
    deliveries.removeIf(delivery -> delivery.done);
  }

  boolean hasFailed() {
    return deliveries.stream().anyMatch(delivery -> !delivery.done && delivery.tries > 0);
  }

  /** The time of the oldest event; null without one. */
  Instant oldest() {
    return deliveries.isEmpty() ? null : deliveries.peekFirst().happened;
  }

  boolean hasRoom() {
    int parked = parked().size();
    return parked < PARKED && deliveries.size() - parked < UNTRIED;
  }

  /** Whether each event is being sent, delivered or parked. */
  boolean isTried() {
    var parked = parked();
    return deliveries.stream().allMatch(one -> one.flying || one.done || parked.contains(one));
  }

  private Set<PendingDelivery> parked() {
    var stuck = new HashSet<String>();
    var parked = new HashSet<PendingDelivery>();
    for (var delivery : deliveries) {
      if (delivery.done) {
        continue;
      }
      if (delivery.tries > 0) {
        stuck.add(delivery.line);
      }
      if (stuck.contains(delivery.line)) {
        parked.add(delivery);
      }
    }
    return parked;
  }

  /**
   * Sends the first event of each line that is due and not being sent, while the predicate accepts.
   */
  void sendDue(Instant now, Predicate<PendingDelivery> send) {
    var lines = new HashSet<String>();
    for (var delivery : deliveries) {
      boolean due =
          !delivery.done
              && lines.add(delivery.line)
              && !delivery.flying
              && !delivery.due.isAfter(now);
      if (due && !send.test(delivery)) {
        return;
      }
    }
  }

  /**
   * The position that may be stored: up to the first event that is neither parked nor stored as a
   * retry already.
   *
   * @param stored the position that is stored now
   * @param read the position up to which the feed was read
   */
  FeedCursor position(FeedCursor stored, FeedCursor read) {
    var parked = parked();
    for (var delivery : deliveries) {
      if (!delivery.done && !parked.contains(delivery) && delivery.cursor.compareTo(stored) > 0) {
        return delivery.before.compareTo(stored) > 0 ? delivery.before : stored;
      }
    }
    return read;
  }

  /** The retries to store with a position, so that no event before it is lost. */
  List<WebhookProgress.Retry> retriesUpTo(FeedCursor position) {
    return deliveries.stream()
        .filter(delivery -> !delivery.done && delivery.cursor.compareTo(position) <= 0)
        .map(PendingDelivery::retry)
        .toList();
  }
}
