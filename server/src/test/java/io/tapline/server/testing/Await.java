package io.tapline.server.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, looking; says nothing about how long it takes. */
public final class Await {

  /** Longer than anything takes on a busy machine: what is not there by then never comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Soon at first, then less often: a look may be a request, and what takes long has time. */
  private static final long FIRST_LOOK_NANOS = Duration.ofMillis(5).toNanos();

  private static final long LAST_LOOK_NANOS = Duration.ofMillis(50).toNanos();

  private Await() {}

  public static void until(String what, BooleanSupplier there) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    long pause = FIRST_LOOK_NANOS;
    while (!there.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("never came: " + what);
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(LAST_LOOK_NANOS, pause * 3 / 2);
    }
  }
}
