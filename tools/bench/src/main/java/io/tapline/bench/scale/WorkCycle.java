package io.tapline.bench.scale;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** A work loop: a timed burst of claims and completions, then an untimed refill. */
final class WorkCycle {

  private static final double NANOS = 1e9;

  private final ParallelClaimers parallelClaimers;
  private final int burst;
  private final Consumer<Map<String, Integer>> again;

  /**
   * @param again receives the number of taken jobs by queue
   */
  WorkCycle(ParallelClaimers parallelClaimers, int burst, Consumer<Map<String, Integer>> again) {
    this.parallelClaimers = parallelClaimers;
    this.burst = burst;
    this.again = again;
  }

  /** A work loop of one queue, without payload. */
  static WorkCycle plain(
      ParallelClaimers parallelClaimers, int burst, BacklogFiller backlogFiller) {
    return new WorkCycle(
        parallelClaimers,
        burst,
        taken ->
            taken.forEach(
                (queue, count) ->
                    backlogFiller.add(count, WorkSource.plain(queue), BacklogFiller.MOST_AT_ONCE)));
  }

  /** Jobs per second over this number of jobs, or over those that are done within the time. */
  double rate(int jobs, Duration most) {
    double seconds = 0;
    int done = 0;
    while (done < jobs && seconds < most.toSeconds()) {
      int step = Math.min(burst, jobs - done);
      seconds += turn(step);
      done += step;
    }
    return done / seconds;
  }

  /** Jobs per second over this time. */
  double rate(Duration time) {
    double seconds = 0;
    int jobs = 0;
    long end = System.nanoTime() + time.toNanos();
    do {
      seconds += turn(burst);
      jobs += burst;
    } while (System.nanoTime() < end);
    return jobs / seconds;
  }

  private double turn(int jobs) {
    long start = System.nanoTime();
    var taken = parallelClaimers.work(jobs);
    double seconds = (System.nanoTime() - start) / NANOS;
    again.accept(taken);
    return seconds;
  }
}
