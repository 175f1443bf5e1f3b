package io.tapline.bench.scale;

import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.report.Spread;
import java.util.List;

/**
 * The duration of one kind of read, in milliseconds.
 *
 * @param screen true for all requests of one screen
 * @param goal upper bound of the duration
 * @param first the first read, with cold caches
 */
public record ReadTime(String read, boolean screen, int goal, double first, Percentiles all) {

  /** Users perceive a read or a screen below this limit as immediate. */
  private static final int GOAL = 100;

  private static final double NANOS_PER_MILLI = 1e6;

  static ReadTime ofRead(String read, int times, Runnable reading) {
    return of(read, false, GOAL, times, reading);
  }

  static ReadTime ofScreen(String screen, int times, Runnable showing) {
    return of("screen: " + screen, true, GOAL, times, showing);
  }

  private static ReadTime of(String read, boolean screen, int goal, int times, Runnable reading) {
    double first = nanos(reading) / NANOS_PER_MILLI;
    var nanos = Percentiles.histogram();
    for (int i = 0; i < times; i++) {
      nanos.recordValue(nanos(reading));
    }
    return new ReadTime(read, screen, goal, first, Percentiles.of(nanos));
  }

  private static long nanos(Runnable reading) {
    long start = System.nanoTime();
    reading.run();
    return System.nanoTime() - start;
  }

  static MarkdownTable table(List<ReadTime> reads) {
    var table =
        new MarkdownTable("read", "median ms", "p95 ms", "slowest ms", "first ms", "goal ms");
    for (var read : reads) {
      table.row(
          List.of(
              read.read(),
              Spread.number(read.all().p50(), 1),
              Spread.number(read.all().p95(), 1),
              Spread.number(read.all().max(), 1),
              Spread.number(read.first(), 1),
              Integer.toString(read.goal())));
    }
    return table;
  }

  @Override
  public String toString() {
    return "%-44s %s ms, 95 %% within %s ms, first %s ms"
        .formatted(
            read,
            Spread.number(all.p50(), 1),
            Spread.number(all.p95(), 1),
            Spread.number(first, 1));
  }
}
