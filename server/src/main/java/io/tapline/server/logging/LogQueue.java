package io.tapline.server.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.concurrent.atomic.LongAdder;

/**
 * Buffer between requests and the console, so that no request waits for output. If the console
 * cannot keep up, lines are dropped and counted: the evidence is in the database, and a blocked
 * pipe must not stop work.
 */
public final class LogQueue extends AsyncAppender {

  /** About one second of the busiest server, some megabytes. */
  private static final int LINES = 16_384;

  /** Longest wait for the last lines when the server stops. */
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
