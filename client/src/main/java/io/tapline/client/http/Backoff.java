package io.tapline.client.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before the next try: twice as long each time, up to a limit, with enough chance
 * in it that many clients do not come back together.
 */
public final class Backoff {

  private static final Duration FIRST = Duration.ofMillis(100);

  /** A server that is back is found within this time. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private int failures;

  /** The next wait. */
  public Duration next() {
    long most = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(failures, 10));
    failures++;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }

  /** It went well: the next failure is a first one. */
  public void reset() {
    failures = 0;
  }
}
