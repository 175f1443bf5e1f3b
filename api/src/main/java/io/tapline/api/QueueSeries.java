package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/** Time series of a queue for charts, oldest point first. */
public record QueueSeries(String queueKey, long stepSeconds, List<Point> points) {

  /**
   * One step.
   *
   * @param at start of the step; the last step is still open
   * @param depth visible jobs at its end; null if no server was running
   * @param completed successful attempts; null likewise
   * @param failed failed attempts; null likewise
   * @param medianWaitSeconds waiting time of the jobs claimed in the step; null without any
   */
  @RecordBuilder
  public record Point(
      Instant at,
      Long depth,
      Double oldestAgeSeconds,
      Long completed,
      Long failed,
      Double medianWaitSeconds,
      Double p95WaitSeconds) {}
}
