package io.tapline.bench.report;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Percentiles of durations, in milliseconds, as the result files contain them. */
public record Percentiles(long count, double p50, double p90, double p95, double p99, double max) {

  /** The histogram rounds a duration to this number of decimal digits. */
  private static final int DIGITS = 3;

  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** An empty histogram of durations in nanoseconds. */
  public static Histogram histogram() {
    return new Histogram(DIGITS);
  }

  /** The percentiles of durations in nanoseconds. */
  public static Percentiles of(Histogram nanos) {
    return new Percentiles(
        nanos.getTotalCount(),
        millis(nanos, 50),
        millis(nanos, 90),
        millis(nanos, 95),
        millis(nanos, 99),
        millis(nanos, 100));
  }

  private static double millis(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
