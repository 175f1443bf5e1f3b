package io.tapline.engine.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what must come, looking; says nothing about how long it takes. */
public final class Await {

  /** Longer than anything takes on a busy machine: what is not there by then never comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);

  /**
   * A look may be a request, which costs the server more than the pause: looks every 10 ms take the
   * processor from the work that is awaited.
   */
  private static final Duration LAST_PAUSE = Duration.ofMillis(100);

  private Await() {}

  public static void until(String what, BooleanSupplier there) {
    until(what, PATIENCE, there);
  }

  public static void until(String what, Duration patience, BooleanSupplier there) {
    await(what)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Await::pause)
        .atMost(patience)
        .until(there::getAsBoolean);
  }

  private static Duration pause(int looks, Duration before) {
    var next = looks == 1 ? FIRST_PAUSE : before.multipliedBy(2);
    return next.compareTo(LAST_PAUSE) < 0 ? next : LAST_PAUSE;
  }
}
