package io.tapline.server.base;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Time as this process counts it, for what only it remembers. Tests move it forward. */
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
