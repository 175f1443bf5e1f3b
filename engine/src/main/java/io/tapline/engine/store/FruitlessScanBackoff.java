package io.tapline.engine.store;

import io.tapline.engine.model.ScopeFilter;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Backs off from scans of queues that have nothing for workers of one scope. To find that out in a
 * queue that is deep with work for others, a claim scans all of it. Once that was slow several
 * times in a row, claims of the same scope share one scan: a claim that comes while a scan runs
 * waits for the next one, which begins within its own call, so that its result is true of an
 * instant of that call.
 */
final class FruitlessScanBackoff {

  private static final int MOST_QUEUES = 100_000;

  private final long slowNanos;
  private final int inARow;
  private final LongSupplier clock;
  private final Map<ScanKey, SharedScan> searches = new ConcurrentHashMap<>();

  private record ScanKey(long tenantId, String queueKey, ScopeFilter worker) {}

  /** Some thousand subjects are passed in that time. */
  FruitlessScanBackoff() {
    this(10_000_000, 3, System::nanoTime);
  }

  FruitlessScanBackoff(long slowNanos, int inARow, LongSupplier clock) {
    this.slowNanos = slowNanos;
    this.inARow = inARow;
    this.clock = clock;
  }

  /** What is known of one queue and those who serve the same places. */
  private final class SharedScan {

    private int slowTimes;
    private boolean foundNothing;
    private boolean looking;
    private long begun;
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

    /** To look, or to be told what a look found that began after this call did. */
    private synchronized ScanTurn turn() {
      long known = begun;
      while (looking && slowTimes >= inARow && !Thread.currentThread().isInterrupted()) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        if (ended > known) {
          return new ScanTurn(0, last);
        }
      }
      looking = true;
      begun++;
      return new ScanTurn(begun, null);
    }

    private synchronized void end(long number, ClaimableWork found, long took) {
      looking = false;
      if (found != null && number > ended) {
        ended = number;
        last = found;
        foundNothing = found.none();
        slowTimes = foundNothing && took >= slowNanos ? Math.min(inARow, slowTimes + 1) : 0;
      }
      notifyAll();
    }
  }

  /**
   * @param number of the look that is to be done
   * @param told what another's look found; null for who is to look
   */
  private record ScanTurn(long number, ClaimableWork told) {}

  /** Whether the last who looked found nothing: then a look without locks comes first. */
  boolean expected(long tenantId, String queueKey, ScopeFilter worker) {
    var sharedScan = searches.get(new ScanKey(tenantId, queueKey, worker));
    return sharedScan != null && sharedScan.foundNothing();
  }

  /** Whether it was slow to find nothing several times in a row. */
  boolean slow(long tenantId, String queueKey, ScopeFilter worker) {
    var sharedScan = searches.get(new ScanKey(tenantId, queueKey, worker));
    return sharedScan != null && sharedScan.slow();
  }

  /** Somebody has found something. */
  void foundSomething(long tenantId, String queueKey, ScopeFilter worker) {
    var sharedScan = searches.get(new ScanKey(tenantId, queueKey, worker));
    if (sharedScan != null) {
      sharedScan.foundSomething();
    }
  }

  /** What is there: found by this call, or by another's look that began after this call did. */
  ClaimableWork look(
      long tenantId,
      String queueKey,
      ScopeFilter worker,
      SlowQueryThrottle.Work<ClaimableWork> look)
      throws SQLException {
    if (searches.size() >= MOST_QUEUES) {
      searches.clear();
    }
    var sharedScan =
        searches.computeIfAbsent(
            new ScanKey(tenantId, queueKey, worker), scanKey -> new SharedScan());
    var scanTurn = sharedScan.turn();
    if (scanTurn.told() != null) {
      return scanTurn.told();
    }
    long start = clock.getAsLong();
    ClaimableWork found = null;
    try {
      found = look.run();
      return found;
    } finally {
      sharedScan.end(scanTurn.number(), found, clock.getAsLong() - start);
    }
  }
}
