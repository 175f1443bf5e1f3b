package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the last claim of a queue ended, kept while the way there from the head is long. Always
 * among subjects of one priority without a due date: what is due next may be anywhere.
 */
final class Places {

  private static final int MOST_QUEUES = 100_000;

  private final Map<Head, Position> places = new ConcurrentHashMap<>();

  private record Head(long tenantId, String queueKey) {}

  /** Null when none is kept. */
  Position of(long tenantId, Queue queue) {
    return places.get(new Head(tenantId, queue.key()));
  }

  void set(long tenantId, Queue queue, Position last) {
    if (places.size() >= MOST_QUEUES) {
      places.clear();
    }
    places.put(new Head(tenantId, queue.key()), last);
  }

  /** A claim that began at the place got so far; of two at once the one that got further counts. */
  void advance(long tenantId, Queue queue, Position last) {
    // Only where there still is one: it may have been forgotten for a reason.
    places.computeIfPresent(
        new Head(tenantId, queue.key()), (head, now) -> last.isBehind(now) ? last : now);
  }

  void forget(long tenantId, String queueKey) {
    places.remove(new Head(tenantId, queueKey));
  }

  /** A subject has come, or come back, to a queue: perhaps in front of the place. */
  void returned(long tenantId, String queueKey, Instant visibleFrom) {
    if (!places.isEmpty() && queueKey != null) {
      places.computeIfPresent(
          new Head(tenantId, queueKey),
          (head, now) -> TimeText.of(visibleFrom).compareTo(now.visibleFrom()) > 0 ? now : null);
    }
  }
}
