package io.tapline.engine.store;

import io.tapline.engine.model.ScopeFilter;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Backs off from scans of queues that have nothing for workers of one scope. A queue may contain
 * much work for other scopes, and a claim scans all of it before it returns nothing. After several
 * slow scans in a row, claims of the same scope share one scan: a claim that arrives during a scan
 * waits for the next one, which begins within its own call, so that the result is true of an
 * instant of that call.
 */
final class FruitlessScanBackoff {

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
     * Assigns the scan to this call, or returns the result of a scan that started after this call.
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
      long tenantId,
      String queueKey,
      ScopeFilter worker,
      SlowQueryThrottle.Work<ClaimableWork> query)
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
