package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.report.Percentiles;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Jobs that come at a steady rate: every 10 ms some are due, and a producer adds what has come due,
 * in one batch. A job's time runs from the moment it was due, so a producer or a queue that falls
 * behind cannot hide it.
 */
final class PacedRun {

  private static final Duration TICK = Duration.ofMillis(10);

  private final int prologue;
  private final double rate;
  private final int jobs;
  private final LongConsumer progress;

  /**
   * @param prologue jobs before the clock runs, so that the planner knows the tables and the
   *     workers have met work
   * @param progress is told how many are done, those before the clock included
   */
  PacedRun(int prologue, double jobsPerSecond, int seconds, LongConsumer progress) {
    this.prologue = prologue;
    this.rate = jobsPerSecond;
    this.jobs = (int) Math.max(1, jobsPerSecond * seconds);
    this.progress = progress;
  }

  /** Times in milliseconds, from due to durably done. */
  record Outcome(double jobsPerSecond, Percentiles millis) {}

  Outcome run(Contender contender, BenchDatabase database) {
    var finishTimes = new FinishTimes(prologue + jobs, progress);
    contender.enqueue(0, prologue);
    database.analyze();
    contender.start(finishTimes);
    finishTimes.await(prologue);
    long start = System.nanoTime();
    produce(contender, start);
    finishTimes.await(prologue + jobs);
    var nanos = new long[jobs];
    for (int job = 0; job < jobs; job++) {
      nanos[job] = finishTimes.at(prologue + job) - start - due(job);
    }
    return new Outcome(rate, Percentiles.of(nanos));
  }

  private void produce(Contender contender, long start) {
    int added = 0;
    while (added < jobs) {
      long wait = due(added) - (System.nanoTime() - start);
      if (wait > 0) {
        LockSupport.parkNanos(wait);
        continue;
      }
      int batch = 1;
      while (batch < Contender.ENQUEUE_BATCH
          && added + batch < jobs
          && due(added + batch) <= System.nanoTime() - start) {
        batch++;
      }
      contender.enqueue(prologue + added, batch);
      added += batch;
    }
  }

  /** In nanoseconds from the start: the tick that its share of the rate falls into. */
  private long due(int job) {
    long exact = (long) (job / rate * 1e9);
    return exact / TICK.toNanos() * TICK.toNanos();
  }
}
