package io.tapline.engine.read;

import java.util.List;
import java.util.Map;

/**
 * How all queues and workers of a tenant stood in one minute, or in several.
 *
 * @param depth visible subjects of all queues at the end
 * @param runs how long attempts that ended had run, in steps of a tenth
 * @param minutes how many minutes it is made of
 * @param workers online, summed over the minutes; so are leases and places
 * @param leases that those workers held
 * @param places that those workers had for leases
 */
record WholeSample(
    long depth,
    long completed,
    long failed,
    Map<Integer, Long> runs,
    int minutes,
    long workers,
    long leases,
    long places) {

  WholeSample {
    runs = runs == null ? Map.of() : runs;
  }

  /** Several, the oldest first, as one. */
  static WholeSample of(List<WholeSample> some) {
    var runs = new Durations();
    some.forEach(one -> runs.add(one.runs()));
    return new WholeSample(
        some.get(some.size() - 1).depth(),
        some.stream().mapToLong(WholeSample::completed).sum(),
        some.stream().mapToLong(WholeSample::failed).sum(),
        runs.steps(),
        some.stream().mapToInt(WholeSample::minutes).sum(),
        some.stream().mapToLong(WholeSample::workers).sum(),
        some.stream().mapToLong(WholeSample::leases).sum(),
        some.stream().mapToLong(WholeSample::places).sum());
  }

  Double medianRunSeconds() {
    return quantile(0.5);
  }

  Double p95RunSeconds() {
    return quantile(0.95);
  }

  private Double quantile(double part) {
    var all = new Durations();
    all.add(runs);
    return all.quantileSeconds(part);
  }
}
