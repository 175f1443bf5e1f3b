package io.tapline.spring;

import java.time.Duration;

/** Wakes the idle workers of this process after it has committed new jobs. */
final class CommitSignal {

  private long count;

  synchronized void signal() {
    count++;
    notifyAll();
  }

  /** Number of signals so far. */
  synchronized long count() {
    return count;
  }

  /**
   * Waits until the number of signals differs from this one.
   *
   * @return false on timeout
   */
  synchronized boolean await(long before, Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    while (count == before) {
      long millis = (until - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }
}
