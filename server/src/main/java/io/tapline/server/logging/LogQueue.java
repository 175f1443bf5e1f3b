package io.tapline.server.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lines wait here for the console, so that no request does. When the console cannot keep up, lines
 * are dropped and counted: the evidence is in the database, and a stuck pipe must not stop work.
 */
public final class LogQueue extends AsyncAppender {

  /** A second or so of the busiest server, some megabytes. */
  private static final int LINES = 16_384;

  /** What the end of a server waits for its last lines. */
  private static final int FLUSH_MILLIS = 3_000;

  private static final LongAdder DROPPED = new LongAdder();

  public LogQueue() {
    setQueueSize(LINES);
    setDiscardingThreshold(0);
    setNeverBlock(true);
    setMaxFlushTime(FLUSH_MILLIS);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (getRemainingCapacity() == 0) {
      DROPPED.increment();
    }
    super.append(event);
  }

  public static long dropped() {
    return DROPPED.sum();
  }
}
