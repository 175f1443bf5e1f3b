package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/** Time series of all queues and workers of a tenant for charts, oldest point first. */
public record WholeSeries(long stepSeconds, List<Point> points) {

  /**
   * One step. All fields except its time are null if no server was running.
   *
   * @param at start of the step; the last step is still open
   * @param depth visible jobs of all queues at its end
   * @param completed successful attempts
   * @param failed failed attempts
   * @param medianRunSeconds duration of the attempts that ended in the step; null without any
   * @param workersOnline average number of online workers
   * @param utilisation fraction of the lease slots of online workers that was in use; null without
   *     slots
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
