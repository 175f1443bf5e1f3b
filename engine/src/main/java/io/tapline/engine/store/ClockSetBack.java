package io.tapline.engine.store;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts actions on jobs whose newest time is later than the database's clock, and warns once a
 * minute: the clock was set back, or a standby with another clock took over. There is one count per
 * process, because all tenants share the clock.
 */
public final class ClockSetBack {

  private static final Logger LOG = LoggerFactory.getLogger(ClockSetBack.class);
  private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();
  private static final LongAdder ACTIONS = new LongAdder();
  private static final AtomicLong NEXT_LINE = new AtomicLong(System.nanoTime());

  private ClockSetBack() {}

  /** Number of actions that used a job's newest time instead of the clock. */
  public static long actions() {
    return ACTIONS.sum();
  }

  static void note(Duration behind) {
    ACTIONS.increment();
    long now = System.nanoTime();
    long due = NEXT_LINE.get();
    if (now - due >= 0 && NEXT_LINE.compareAndSet(due, now + INTERVAL_NANOS)) {
      LOG.warn(
          "the database's clock is {} behind earlier times and was set back; evidence"
              + " of the affected jobs keeps its newest time until the clock has passed it",
          behind);
    }
  }
}
