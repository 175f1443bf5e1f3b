package io.tapline.engine.pipeline.claim;

import io.tapline.tapdb.StoreException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits the number and duration of further scans of one claim after other transactions had locked
 * all candidates. Each time another claim was quicker, or held a candidate for a moment, so the
 * next scan is likely to be the last. The first scans follow at once; then there is a pause,
 * without locks and without a connection, so that many claims of few jobs do not block each other.
 * A claim that has found neither work nor an instant without work fails with UNAVAILABLE, and does
 * not answer that there is no work.
 */
final class ClaimRetryLimit {

  /** A claim holds its locks for some milliseconds; a longer time indicates a fault. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Minimum number of scans, for machines on which one scan is slow. */
  private static final int FEWEST_LOOKS = 20;

  private static final int AT_ONCE = 2;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final int MOST_DOUBLINGS = 5;

  private final Duration patience;
  private final long began = System.nanoTime();
  private int looks;

  ClaimRetryLimit() {
    this(PATIENCE);
  }

  ClaimRetryLimit(Duration patience) {
    this.patience = patience;
  }

  /** Returns when the next scan may begin. */
  void orGiveUp(String where) {
    looks++;
    boolean tooLong = looks > FEWEST_LOOKS && System.nanoTime() - began > patience.toNanos();
    if (tooLong || Thread.currentThread().isInterrupted()) {
      throw StoreException.lockNotAvailable(
          "there are jobs in "
              + where
              + ", and after "
              + looks
              + " attempts other transactions still have them locked; claim again");
    }
    if (looks > AT_ONCE) {
      long most = FIRST_PAUSE_NANOS << Math.min(looks - AT_ONCE - 1, MOST_DOUBLINGS);
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 2, most));
    }
  }
}
