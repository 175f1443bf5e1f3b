package io.tapline.engine.read.queue;

import java.util.Map;

/**
 * How the attempts of one queue ended within a window: how many each way, and how long they took.
 */
public final class AttemptEndings {

  public static final AttemptEndings NONE = new AttemptEndings();

  private long succeeded;
  private long failed;
  private final DurationHistogram durations = new DurationHistogram();

  void add(boolean success, int step, long attempts) {
    if (success) {
      succeeded += attempts;
    } else {
      failed += attempts;
    }
    durations.add(step, attempts);
  }

  public void add(AttemptEndings others) {
    succeeded += others.succeeded;
    failed += others.failed;
    durations.add(others.durations.steps());
  }

  public long succeeded() {
    return succeeded;
  }

  public long failed() {
    return failed;
  }

  /** How long they took, counted in steps of a tenth. */
  public Map<Integer, Long> steps() {
    return durations.steps();
  }

  double failureRate() {
    long all = succeeded + failed;
    return all == 0 ? 0 : (double) failed / all;
  }

  /** The time within which this part of the attempts ended; null when there were none. */
  Double quantileSeconds(double part) {
    return durations.quantileSeconds(part);
  }
}
