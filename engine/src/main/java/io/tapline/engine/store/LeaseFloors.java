package io.tapline.engine.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * For each worker a uid below which it holds no live lease. Such a bound only rises, whichever
 * server gives leases: one that has ended stays ended, and new ones have greater uids. So it is
 * exact, and spares a count the way past what ended long ago while an old snapshot keeps it.
 */
final class LeaseFloors {

  private static final int MOST_WORKERS = 100_000;

  private record Key(long tenantId, long workerUid) {}

  private final Map<Key, Long> floors = new ConcurrentHashMap<>();

  long floorOf(long tenantId, long workerUid) {
    return floors.getOrDefault(new Key(tenantId, workerUid), 0L);
  }

  /** A lease that had ended may be live in a database that was put back. */
  void forgetAll() {
    floors.clear();
  }

  /** Under the worker's lock, by a transaction that has seen all of its leases. */
  void raise(long tenantId, long workerUid, long floor) {
    if (floors.size() >= MOST_WORKERS) {
      floors.clear();
    }
    floors.merge(new Key(tenantId, workerUid), floor, Math::max);
  }
}
