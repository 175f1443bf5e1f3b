package io.tapline.server.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, looking often; says nothing about how long it takes. */
public final class Await {

  /** Longer than anything takes on a busy machine: what is not there by then never comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

  private Await() {}

  public static void until(String what, BooleanSupplier there) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!there.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("never came: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
