package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/** A queue over time, for charts: the oldest point first. */
public record QueueSeries(String queueKey, long stepSeconds, List<Point> points) {

  /**
   * One step.
   *
   * @param at when it began; the last one has not ended yet
   * @param depth visible subjects at its end; null when no server was there to look
   * @param completed attempts that succeeded in it; null likewise
   * @param failed attempts that failed in it; null likewise
   * @param medianWaitSeconds how long what was claimed in it had waited; null when nothing was
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
