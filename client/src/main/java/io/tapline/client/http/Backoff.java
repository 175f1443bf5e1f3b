package io.tapline.client.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Exponential back-off: the delay doubles after each failure up to a limit, with jitter so that
 * many clients do not retry together.
 */
public final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(100);

  /** Limits the time until a recovered server is contacted again. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private int failures;

  /** Counts a failure and returns the delay before the next try. */
  public Duration next() {
    long most = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(failures, 10));
    failures++;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }

  /** Restarts the back-off after a success. */
  public void reset() {
    failures = 0;
  }
}
