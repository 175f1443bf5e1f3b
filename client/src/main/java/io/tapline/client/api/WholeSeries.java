package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** All queues and workers of a tenant over time: the oldest point first. */
public record WholeSeries(long stepSeconds, List<Point> points) {

  /**
   * One step. Where no server was there to look, all but its time is null.
   *
   * @param at when it began; the last one has not ended yet
   * @param utilisation which part of the places for leases that workers online had was taken
   */
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
