package io.tapline.engine.read.series;

import io.tapline.engine.read.queue.DurationHistogram;
import java.util.List;
import java.util.Map;

/**
 * The figures of all queues and workers of a tenant in one or several minutes.
 *
 * @param depth visible jobs of all queues at the end
 * @param runs durations of ended attempts, in steps of 10 %
 * @param minutes number of minutes
 * @param workers workers online, summed over the minutes, as are leases and places
 * @param leases the leases that those workers held
 * @param places the maximum number of leases of those workers
 */
record TenantSample(
    long depth,
    long completed,
    long failed,
    Map<Integer, Long> runs,
    int minutes,
    long workers,
    long leases,
    long places) {

  TenantSample {
    runs = runs == null ? Map.of() : runs;
  }

  /** Combines several samples, oldest first. */
  static TenantSample of(List<TenantSample> some) {
    var runs = new DurationHistogram();
    some.forEach(one -> runs.add(one.runs()));
    return new TenantSample(
        some.get(some.size() - 1).depth(),
        some.stream().mapToLong(TenantSample::completed).sum(),
        some.stream().mapToLong(TenantSample::failed).sum(),
        runs.steps(),
        some.stream().mapToInt(TenantSample::minutes).sum(),
        some.stream().mapToLong(TenantSample::workers).sum(),
        some.stream().mapToLong(TenantSample::leases).sum(),
        some.stream().mapToLong(TenantSample::places).sum());
  }

  Double medianRunSeconds() {
    return quantile(0.5);
  }

  Double p95RunSeconds() {
    return quantile(0.95);
  }

  private Double quantile(double part) {
    var all = new DurationHistogram();
    all.add(runs);
    return all.quantileSeconds(part);
  }
}
