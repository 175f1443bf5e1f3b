package io.tapline.engine.read.queue;

import java.util.Map;

/**
 * The figures of a queue in one minute.
 *
 * @param depth visible jobs at the end of the minute
 * @param oldestAgeSeconds the age of the oldest job; null without jobs
 * @param waits waiting times of claimed jobs, in steps of 10 %
 */
public record QueueSample(
    long depth, Double oldestAgeSeconds, long completed, long failed, Map<Integer, Long> waits) {

  public static final QueueSample NOTHING = new QueueSample(0, null, 0, 0, Map.of());

  public QueueSample {
    waits = waits == null ? Map.of() : waits;
  }
}
