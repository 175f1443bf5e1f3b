package io.tapline.engine.read.queue;

import java.util.Map;

/** Attempts of one queue that ended within a window, counted by result, with their durations. */
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

  /** Durations, counted in steps of 10 %. */
  public Map<Integer, Long> steps() {
    return durations.steps();
  }

  double failureRate() {
    long all = succeeded + failed;
    return all == 0 ? 0 : (double) failed / all;
  }

  /** The time within which this fraction of the attempts ended; null without attempts. */
  Double quantileSeconds(double part) {
    return durations.quantileSeconds(part);
  }
}
