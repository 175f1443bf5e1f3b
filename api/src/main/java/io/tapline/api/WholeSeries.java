package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/** All queues and workers of a tenant over time, for charts: the oldest point first. */
public record WholeSeries(long stepSeconds, List<Point> points) {

  /**
   * One step. Where no server was there to look, all but its time is null.
   *
   * @param at when it began; the last one has not ended yet
   * @param depth visible subjects of all queues at its end
   * @param completed attempts that succeeded in it
   * @param failed attempts that failed in it
   * @param medianRunSeconds how long attempts that ended in it had run; null when none ended
   * @param workersOnline on average
   * @param utilisation which part of the places for leases that workers online had was taken; null
   *     when there were none
   */
  @RecordBuilder
  public record Point(
      Instant at,
      Long depth,
      Long completed,
      Long failed,
      Double medianRunSeconds,
      Double p95RunSeconds,
      Double workersOnline,
      Double utilisation) {}
}
