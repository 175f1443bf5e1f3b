package io.tapline.bench.report;

import java.util.Arrays;

/** Percentiles of durations, in milliseconds. */
public record Percentiles(int count, double p50, double p90, double p95, double p99, double max) {

  private static final double NANOS_PER_MILLI = 1e6;

  public static Percentiles of(long[] nanos) {
    var sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Percentiles(
        sorted.length,
        at(sorted, 0.5),
        at(sorted, 0.9),
        at(sorted, 0.95),
        at(sorted, 0.99),
        at(sorted, 1));
  }

  /** The smallest value that the given share of all values does not exceed. */
  private static double at(long[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(rank, 1) - 1] / NANOS_PER_MILLI;
  }
}
