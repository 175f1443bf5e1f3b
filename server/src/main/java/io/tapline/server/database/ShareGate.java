package io.tapline.server.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Limits the connections of one kind of request; further requests wait for a limited time. */
final class ShareGate {

  /** A request that gets no connection within this time is refused. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A share is stuck when no connection was returned for this time. */
  static final Duration STUCK = Duration.ofSeconds(1);

  /**
   * Limit of requests that wait for a stuck share: each of them occupies a request thread, which
   * other kinds of request need.
   */
  static final int MOST_WAITING_WHEN_STUCK = 40;

  private static final String TOO_MANY_CONNECTIONS = "53300";

  private final String name;
  private final int most;
  private final Semaphore permits;
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile long moved = System.nanoTime();

  ShareGate(String name, int most) {
    this.name = name;
    this.most = most;
    this.permits = new Semaphore(most, true);
  }

  void enter() throws SQLException {
    if (permits.tryAcquire()) {
      return;
    }
    waiting.incrementAndGet();
    try {
      long began = System.nanoTime();
      while (!permits.tryAcquire(STUCK.toNanos(), TimeUnit.NANOSECONDS)) {
        long now = System.nanoTime();
        boolean stuck = now - moved > STUCK.toNanos();
        if (now - began > PATIENCE.toNanos() || stuck && waiting.get() > MOST_WAITING_WHEN_STUCK) {
          throw full();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw full();
    } finally {
      waiting.decrementAndGet();
    }
  }

  private SQLException full() {
    return new SQLTransientConnectionException(
        "all "
            + most
            + " connections for "
            + name
            + " are in use, and none was returned in"
            + " time",
        TOO_MANY_CONNECTIONS);
  }

  void leave() {
    moved = System.nanoTime();
    permits.release();
  }

  int waiting() {
    return waiting.get();
  }

  int most() {
    return most;
  }
}
