package io.tapline.engine.store;

import io.tapline.engine.model.ScopeFilter;
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

  /**
   * Backs off from scans of queues that have nothing for workers of one scope. A queue may contain
   * much work for other scopes, and a claim scans all of it before it returns nothing. After
   * several slow scans in a row, claims of the same scope share one scan: a claim that arrives
   * during a scan waits for the next one, which begins within its own call, so that the result is
   * true of an instant of that call.
   */
  static final class FruitlessScanBackoff {

    private static final int MOST_QUEUES = 100_000;

    private final long slowNanos;
    private final int inARow;
    private final LongSupplier clock;
    private final Map<ScanKey, SharedScan> scans = new ConcurrentHashMap<>();

    private record ScanKey(long tenantId, String queueKey, ScopeFilter worker) {}

    /** A scan passes some thousand jobs in this time. */
    FruitlessScanBackoff() {
      this(10_000_000, 3, System::nanoTime);
    }

    FruitlessScanBackoff(long slowNanos, int inARow, LongSupplier clock) {
      this.slowNanos = slowNanos;
      this.inARow = inARow;
      this.clock = clock;
    }

    /** The scans of one queue for workers of one scope. */
    private final class SharedScan {

      private int slowTimes;
      private boolean foundNothing;
      private boolean scanning;
      private long startedAt;
      private long ended;
      private ClaimableWork last;

      private synchronized boolean foundNothing() {
        return foundNothing;
      }

      private synchronized boolean slow() {
        return slowTimes >= inARow;
      }

      private synchronized void foundSomething() {
        foundNothing = false;
      }

      /**
       * Assigns the scan to this call, or returns the result of a scan that started after this
       * call.
       */
      private synchronized ScanTurn turn() {
        long known = startedAt;
        while (scanning && slowTimes >= inARow && !Thread.currentThread().isInterrupted()) {
          try {
            wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          if (ended > known) {
            return new ScanTurn(0, last);
          }
        }
        scanning = true;
        startedAt++;
        return new ScanTurn(startedAt, null);
      }

      private synchronized void end(long number, ClaimableWork found, long took) {
        scanning = false;
        if (found != null && number > ended) {
          ended = number;
          last = found;
          read(found, took);
        }
        notifyAll();
      }

      private synchronized void read(ClaimableWork found, long took) {
        foundNothing = found.none();
        slowTimes = foundNothing && took >= slowNanos ? Math.min(inARow, slowTimes + 1) : 0;
      }
    }

    /**
     * @param number of the scan that the call has to run
     * @param result of another call's scan; null if this call runs the scan
     */
    private record ScanTurn(long number, ClaimableWork result) {}

    /** Whether the last scan found nothing: then a scan without locks comes first. */
    boolean expected(long tenantId, String queueKey, ScopeFilter worker) {
      var sharedScan = scans.get(new ScanKey(tenantId, queueKey, worker));
      return sharedScan != null && sharedScan.foundNothing();
    }

    /** Whether several scans in a row were slow and found nothing. */
    boolean slow(long tenantId, String queueKey, ScopeFilter worker) {
      var sharedScan = scans.get(new ScanKey(tenantId, queueKey, worker));
      return sharedScan != null && sharedScan.slow();
    }

    /** Another statement has read the rest of the queue. */
    void read(
        long tenantId, String queueKey, ScopeFilter worker, ClaimableWork found, long tookNanos) {
      scanOf(tenantId, queueKey, worker).read(found, tookNanos);
    }

    /** Another statement has found work. */
    void foundSomething(long tenantId, String queueKey, ScopeFilter worker) {
      var sharedScan = scans.get(new ScanKey(tenantId, queueKey, worker));
      if (sharedScan != null) {
        sharedScan.foundSomething();
      }
    }

    /** Runs the scan, or reuses the result of a scan that started after this call. */
    ClaimableWork scan(
        long tenantId, String queueKey, ScopeFilter worker, Work<ClaimableWork> query)
        throws SQLException {
      var sharedScan = scanOf(tenantId, queueKey, worker);
      var scanTurn = sharedScan.turn();
      if (scanTurn.result() != null) {
        return scanTurn.result();
      }
      long start = clock.getAsLong();
      ClaimableWork found = null;
      try {
        found = query.run();
        return found;
      } finally {
        sharedScan.end(scanTurn.number(), found, clock.getAsLong() - start);
      }
    }

    private SharedScan scanOf(long tenantId, String queueKey, ScopeFilter worker) {
      if (scans.size() >= MOST_QUEUES) {
        scans.clear();
      }
      return scans.computeIfAbsent(
          new ScanKey(tenantId, queueKey, worker), scanKey -> new SharedScan());
    }
  }
}
