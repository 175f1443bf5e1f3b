package io.tapline.client.worker;

import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a problem as a warning if its code differs from the previous one or a minute has passed;
 * otherwise at debug level.
 */
final class TroubleLog implements Consumer<TaplineException> {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private String last;
  private long lastAt;

  @Override
  public synchronized void accept(TaplineException e) {
    long now = System.nanoTime();
    if (!e.code().equals(last) || now - lastAt > QUIET_NANOS) {
      last = e.code();
      lastAt = now;
      LOG.warn(e.getMessage());
    } else {
      LOG.debug(e.getMessage());
    }
  }
}
