package io.tapline.engine.read.queue;

import java.util.Map;
import java.util.TreeMap;

/** Durations counted in steps of 10 %, so that a quantile is accurate to 5 %. */
public final class DurationHistogram {

  private static final double STEP = 1.1;

  private final Map<Integer, Long> steps = new TreeMap<>();
  private long count;

  /**
   * @param step the power of 1.1 that the milliseconds reach
   */
  public void add(int step, long times) {
    steps.merge(step, times, Long::sum);
    count += times;
  }

  public void add(Map<Integer, Long> others) {
    others.forEach(this::add);
  }

  public Map<Integer, Long> steps() {
    return steps;
  }

  /** The time within which this fraction ended; null without durations. */
  public Double quantileSeconds(double part) {
    double left = part * count;
    for (var step : steps.entrySet()) {
      left -= step.getValue();
      if (left <= 0) {
        return Math.pow(STEP, step.getKey() - 0.5) / 1_000;
      }
    }
    return null;
  }
}
