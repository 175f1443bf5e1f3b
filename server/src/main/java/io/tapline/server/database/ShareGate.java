package io.tapline.server.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the connections that one kind of request has at once; further requests wait, for a while.
 */
final class ShareGate {

  /** A request that gets no connection for so long is refused. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A share in which nothing ended for so long is stuck: nobody waits for it in a long line. */
  static final Duration STUCK = Duration.ofSeconds(1);

  /**
   * So many may wait for a share that is stuck: each of them keeps one of Tomcat's 200 threads,
   * which other kinds of request need, too.
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
        "all " + most + " connections for " + name + " are in use and none was returned in time",
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
