package io.tapline.engine.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A uid for each worker below which it holds no live lease. The bound only rises, whichever server
 * grants leases: an ended lease stays ended, and new leases have greater uids. So the bound is
 * exact, and a count does not scan leases that ended long ago while an old snapshot keeps their
 * index entries.
 */
final class LeaseFloors {

  private static final int MOST_WORKERS = 100_000;

  private record Key(long tenantId, long workerUid) {}

  private final Map<Key, Long> floors = new ConcurrentHashMap<>();

  long floorOf(long tenantId, long workerUid) {
    return floors.getOrDefault(new Key(tenantId, workerUid), 0L);
  }

  /** A lease that had ended may be live in a restored database. */
  void forgetAll() {
    floors.clear();
  }

  /** The caller holds the worker's lock and has read all of its leases. */
  void raise(long tenantId, long workerUid, long floor) {
    if (floors.size() >= MOST_WORKERS) {
      floors.clear();
    }
    floors.merge(new Key(tenantId, workerUid), floor, Math::max);
  }
}
