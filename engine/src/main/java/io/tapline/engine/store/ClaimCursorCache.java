package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The position at which the last claim of a queue ended, per scope of worker, kept while the scan
 * from the head to it is slow. The position is always among jobs of one priority without a due
 * date, because the next due job may be at any position.
 */
final class ClaimCursorCache {

  private static final int MOST_QUEUES = 100_000;

  private final Map<CursorKey, Map<ScopeFilter, QueuePosition>> places = new ConcurrentHashMap<>();

  private record CursorKey(long tenantId, String queueKey) {}

  /** Null when no position is kept. */
  QueuePosition cursorOf(long tenantId, Queue queue, ScopeFilter worker) {
    var some = places.get(new CursorKey(tenantId, queue.key()));
    return some == null ? null : some.get(worker);
  }

  void set(long tenantId, Queue queue, ScopeFilter worker, QueuePosition last) {
    if (places.size() >= MOST_QUEUES) {
      places.clear();
    }
    places
        .computeIfAbsent(
            new CursorKey(tenantId, queue.key()), cursorKey -> new ConcurrentHashMap<>())
        .put(worker, last);
  }

  /**
   * A claim that began at the position ended here; of two concurrent claims the further one counts.
   */
  void advance(long tenantId, Queue queue, ScopeFilter worker, QueuePosition last) {
    var some = places.get(new CursorKey(tenantId, queue.key()));
    if (some != null) {
      // A removed position is not restored: a job may have arrived in front of it.
      some.computeIfPresent(worker, (scopeFilter, now) -> last.isBehind(now) ? last : now);
    }
  }

  void forget(long tenantId, Queue queue, ScopeFilter worker) {
    var some = places.get(new CursorKey(tenantId, queue.key()));
    if (some != null) {
      some.remove(worker);
    }
  }

  void forgetAll() {
    places.clear();
  }

  /** Jobs were added in front of any position. */
  void forget(long tenantId, String queueKey) {
    places.remove(new CursorKey(tenantId, queueKey));
  }

  /** A job was added to, or returned to, a queue, perhaps in front of a position. */
  void returned(long tenantId, String queueKey, Instant visibleFrom) {
    if (places.isEmpty() || queueKey == null) {
      return;
    }
    var some = places.get(new CursorKey(tenantId, queueKey));
    if (some != null && !some.isEmpty()) {
      some.values().removeIf(place -> !visibleFrom.isAfter(place.visibleFrom()));
    }
  }
}
