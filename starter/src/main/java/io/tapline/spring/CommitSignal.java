package io.tapline.spring;

import java.time.Duration;

/** Wakes the workers of this process as soon as it has committed work. */
final class CommitSignal {

  private long rings;

  synchronized void ring() {
    rings++;
    notifyAll();
  }

  /** How often it has rung so far. */
  synchronized long rings() {
    return rings;
  }

  /**
   * Waits until it has rung more often than that.
   *
   * @return false when the time was over first
   */
  synchronized boolean await(long heard, Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    while (rings == heard) {
      long millis = (until - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }
}
