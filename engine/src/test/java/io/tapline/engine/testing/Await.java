package io.tapline.engine.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what must come, looking; says nothing about how long it takes. */
public final class Await {

  /** Longer than anything takes on a busy machine: what is not there by then never comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A look may be a request. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private Await() {}

  public static void until(String what, BooleanSupplier there) {
    until(what, PATIENCE, there);
  }

  public static void until(String what, Duration patience, BooleanSupplier there) {
    await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(BETWEEN_LOOKS)
        .atMost(patience)
        .until(there::getAsBoolean);
  }
}
