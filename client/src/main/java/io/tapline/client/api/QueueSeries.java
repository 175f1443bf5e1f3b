package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A queue over time, for charts: the oldest point first. */
public record QueueSeries(String queueKey, long stepSeconds, List<Point> points) {

  /**
   * One step.
   *
   * @param depth visible subjects at its end; null when no server was there to look
   * @param medianWaitSeconds how long what was claimed in it had waited; null when nothing was
   */
  public record Point(
      Instant at,
      Long depth,
      Double oldestAgeSeconds,
      Long completed,
      Long failed,
      Double medianWaitSeconds,
      Double p95WaitSeconds) {}
}
