package io.tapline.engine.read.queue;

import java.util.Map;

/**
 * How a queue stood in one minute.
 *
 * @param depth visible subjects, when the minute had ended
 * @param oldestAgeSeconds of the one that had waited longest; null when there was none
 * @param waits how long claimed subjects had waited, in steps of a tenth
 */
public record QueueSample(
    long depth, Double oldestAgeSeconds, long completed, long failed, Map<Integer, Long> waits) {

  /** Empty and idle. */
  public static final QueueSample NOTHING = new QueueSample(0, null, 0, 0, Map.of());

  public QueueSample {
    waits = waits == null ? Map.of() : waits;
  }
}
