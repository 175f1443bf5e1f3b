package io.tapline.server.webhooks;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Number and back-off of delivery attempts: ten attempts within about 42 minutes. */
final class RetrySchedule {

  static final int TRIES = 10;

  private static final double FIRST_SECONDS = 2;
  private static final double FACTOR = 3;
  private static final double MOST_SECONDS = 600;
  private static final double JITTER = 0.2;

  private RetrySchedule() {}

  /**
   * @param tries number of failed attempts, at least one
   */
  static Duration after(int tries) {
    double seconds = Math.min(FIRST_SECONDS * Math.pow(FACTOR, tries - 1), MOST_SECONDS);
    double jitter = ThreadLocalRandom.current().nextDouble(-JITTER, JITTER);
    return Duration.ofMillis((long) (seconds * (1 + jitter) * 1_000));
  }
}
