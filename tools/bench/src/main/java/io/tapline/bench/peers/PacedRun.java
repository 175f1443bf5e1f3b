package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.report.Percentiles;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A steady load: jobs become due every 10 ms, and a producer adds the due jobs in one batch. The
 * time of a job runs from its due time, so that a delay of the producer or of the queue is
 * included.
 */
final class PacedRun {

  private static final Duration TICK = Duration.ofMillis(10);

  private final int prologue;
  private final double rate;
  private final int jobs;
  private final LongConsumer progress;

  /**
   * @param prologue jobs before the measurement, so that the tables have statistics and the workers
   *     are warm
   * @param progress receives the number of completed jobs, including the prologue
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
    var nanos = Percentiles.histogram();
    for (int job = 0; job < jobs; job++) {
      nanos.recordValue(finishTimes.at(prologue + job) - start - due(job));
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

  /** The due time in nanoseconds from the start, rounded down to a tick. */
  private long due(int job) {
    long exact = (long) (job / rate * 1e9);
    return exact / TICK.toNanos() * TICK.toNanos();
  }
}
