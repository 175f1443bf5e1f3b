package io.tapline.engine.read;

import java.util.Map;
import java.util.TreeMap;

/**
 * How the attempts of one queue ended within a window: how many each way, and how long they took.
 */
final class Endings {

  static final Endings NONE = new Endings();

  /** Durations are kept in steps of a tenth, so that a quantile is right to a twentieth. */
  private static final double STEP = 1.1;

  private long succeeded;
  private long failed;
  private final Map<Integer, Long> steps = new TreeMap<>();

  void add(boolean success, int step, long attempts) {
    if (success) {
      succeeded += attempts;
    } else {
      failed += attempts;
    }
    steps.merge(step, attempts, Long::sum);
  }

  void add(Endings others) {
    succeeded += others.succeeded;
    failed += others.failed;
    others.steps.forEach((step, attempts) -> steps.merge(step, attempts, Long::sum));
  }

  long succeeded() {
    return succeeded;
  }

  long failed() {
    return failed;
  }

  double failureRate() {
    long all = succeeded + failed;
    return all == 0 ? 0 : (double) failed / all;
  }

  /** The time within which this part of the attempts ended; null when there were none. */
  Double quantileSeconds(double part) {
    double left = part * (succeeded + failed);
    for (var step : steps.entrySet()) {
      left -= step.getValue();
      if (left <= 0) {
        return Math.pow(STEP, step.getKey() - 0.5) / 1_000;
      }
    }
    return null;
  }
}
