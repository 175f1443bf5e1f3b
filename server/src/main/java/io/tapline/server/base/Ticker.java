package io.tapline.server.base;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Monotonic time of this process, for state that only this process keeps. Tests advance it. */
@Component
public class Ticker {

  private final AtomicLong ahead = new AtomicLong();

  public long nanos() {
    return System.nanoTime() + ahead.get();
  }

  public void advance(Duration by) {
    ahead.addAndGet(by.toNanos());
  }
}
