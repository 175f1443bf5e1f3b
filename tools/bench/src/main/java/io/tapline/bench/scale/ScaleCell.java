package io.tapline.bench.scale;

import io.tapline.bench.report.Spread;

/**
 * The result of one case.
 *
 * @param ratio its median to that of the first cell of its family, which is the empty case
 */
public record ScaleCell(String family, String label, Spread jobsPerSecond, double ratio) {

  /** The ratio of each round to the median of the empty case. */
  public Spread ratios() {
    double empty = jobsPerSecond.median() / ratio;
    return new Spread(ratio, jobsPerSecond.low() / empty, jobsPerSecond.high() / empty);
  }
}
