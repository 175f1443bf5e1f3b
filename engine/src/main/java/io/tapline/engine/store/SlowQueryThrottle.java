package io.tapline.engine.store;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * A query that was slow several times in a row is not repeated for 20 times its duration, so at
 * most a twentieth of the time goes into it. A quick query runs every time.
 */
public final class SlowQueryThrottle {

  private static final int SHARE = 20;
  private static final int MOST_KEYS = 100_000;

  private volatile long slowNanos;
  private final int inARow;
  private final LongSupplier clock;
  private final Map<Object, Slowness> slow = new ConcurrentHashMap<>();

  /**
   * Ten times the longest usual duration of an index look-up; one or two slow queries may be due to
   * a busy machine.
   */
  static SlowQueryThrottle ofUpkeep() {
    return new SlowQueryThrottle(10_000_000, 5, System::nanoTime);
  }

  /**
   * The usual duration for the candidates of a large batch. Another start costs little, so three
   * slow scans are enough.
   */
  static SlowQueryThrottle ofHeads() {
    return new SlowQueryThrottle(1_000_000, 3, System::nanoTime);
  }

  SlowQueryThrottle(long slowNanos, int inARow, LongSupplier clock) {
    this.slowNanos = slowNanos;
    this.inARow = inARow;
    this.clock = clock;
  }

  /** Treats no query as slow from now on. */
  void disable() {
    slowNanos = Long.MAX_VALUE;
  }

  private record Slowness(int times, long paidAt) {}

  /** A query of the database. */
  interface Work<T> {
    T run() throws SQLException;
  }

  boolean due(Object key) {
    var known = slow.get(key);
    return known == null || known.times() < inARow || clock.getAsLong() - known.paidAt() >= 0;
  }

  <T> T timed(Object key, Work<T> work) throws SQLException {
    long start = clock.getAsLong();
    var result = work.run();
    took(key, clock.getAsLong() - start);
    return result;
  }

  /** The query has just ended. */
  void took(Object key, long nanos) {
    if (nanos < slowNanos) {
      slow.remove(key);
    } else {
      if (slow.size() >= MOST_KEYS) {
        slow.clear();
      }
      var known = slow.get(key);
      int times = known == null ? 1 : Math.min(inARow, known.times() + 1);
      slow.put(key, new Slowness(times, clock.getAsLong() + SHARE * nanos));
    }
  }
}
