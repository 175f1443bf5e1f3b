package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.CpuTime;
import io.tapline.bench.host.PostgresUsage;
import io.tapline.bench.report.ProgressDots;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * One round of one contender: the whole backlog is enqueued and worked off on a fresh database,
 * then jobs arrive at half of that rate on another one.
 */
final class PeerRound {

  private static final double NANOS = 1e9;

  private final BenchServer server;
  private final Contender.Entry entry;
  private final int number;
  private final int done;
  private final PrintStream out;

  /**
   * @param number 0 is the warm-up
   * @param done jobs that a process which is started for the round does before it
   */
  PeerRound(BenchServer server, Contender.Entry entry, int number, int done, PrintStream out) {
    this.server = server;
    this.entry = entry;
    this.number = number;
    this.done = done;
    this.out = out;
  }

  RoundMeasurement run(int jobs, int pacedSeconds) {
    announce("round " + number);
    var backlog = backlog(jobs);
    var paced = pacedSeconds == 0 ? null : paced(backlog, pacedSeconds);
    out.println();
    return RoundMeasurementBuilder.builder(backlog).paced(paced).build();
  }

  private void announce(String what) {
    show("  %-8s %-28s ", what, entry.name());
  }

  /**
   * The result of a warm-up.
   *
   * @param jobs fewer than planned when the time was up
   */
  record WarmUp(int jobs, double jobsPerSecond) {}

  /** Warms up the JVM, for a limited time. */
  WarmUp warmUp(PeerPlan plan) {
    announce("warm-up");
    try (var database = BenchDatabase.create(server, entry.name() + " " + number);
        var contender = entry.on(database)) {
      enqueue(contender, plan.warmUp());
      database.analyze();
      var finishTimes = new FinishTimes(plan.warmUp(), new ProgressDots(plan.warmUp(), out));
      contender.start(finishTimes);
      int jobs = finishTimes.await(plan.warmUp(), Duration.ofSeconds(plan.warmUpSeconds()));
      // The rate is measured from the first completion: a long wait for the first poll does not
      // count.
      double rate = jobs == 0 ? 0 : jobs / ((System.nanoTime() - finishTimes.first()) / NANOS);
      show(" %,.0f jobs/s%n", rate);
      return new WarmUp(jobs, rate);
    }
  }

  private RoundMeasurement backlog(int jobs) {
    try (var database = BenchDatabase.create(server, entry.name() + " " + number)) {
      double enqueueSeconds;
      double workSeconds;
      PostgresUsage before;
      CpuTime cpu;
      try (var contender = entry.on(database, done)) {
        enqueueSeconds = enqueue(contender, jobs);
        database.analyze();
        before = database.usage();
        cpu = database.cpu();
        workSeconds = work(contender, jobs);
        // The measurement ends before the workers stop, because stopping is not work.
        cpu = cpu == null ? null : database.cpu().since(cpu).per(jobs);
      }
      database.awaitNoSessions();
      var after = database.usage();
      var spent = after.since(before);
      var entries = database.indexEntries(before, after);
      check(database, jobs);
      show(" %,.0f jobs/s, enqueued at %,.0f/s", jobs / workSeconds, jobs / enqueueSeconds);
      return RoundMeasurementBuilder.builder()
          .contender(entry.name())
          .round(number)
          .jobs(jobs)
          .enqueuedPerSecond(jobs / enqueueSeconds)
          .jobsPerSecond(jobs / workSeconds)
          .walBytesPerJob((double) spent.walBytes() / jobs)
          .commitsPerJob((double) spent.commits() / jobs)
          .indexEntriesPerJob(entries == null ? null : (double) entries / jobs)
          .deadTuplesPerJob((double) spent.deadTuples() / jobs)
          .cpuMicrosPerJob(cpu)
          .build();
    }
  }

  private double enqueue(Contender contender, int jobs) {
    show("+");
    long start = System.nanoTime();
    for (int from = 0; from < jobs; from += Contender.ENQUEUE_BATCH) {
      contender.enqueue(from, Math.min(Contender.ENQUEUE_BATCH, jobs - from));
    }
    return (System.nanoTime() - start) / NANOS;
  }

  private double work(Contender contender, int jobs) {
    var finishTimes = new FinishTimes(jobs, new ProgressDots(jobs, out));
    long start = System.nanoTime();
    contender.start(finishTimes);
    finishTimes.await(jobs);
    return (finishTimes.last() - start) / NANOS;
  }

  /** The database must confirm the completions that the contender reports. */
  private void check(BenchDatabase database, int jobs) {
    long done = database.count(entry.countDone(jobs));
    if (done != jobs) {
      throw new IllegalStateException(
          entry.name() + " did " + done + " jobs of " + jobs + ", as its database has it");
    }
  }

  private PacedRun.Outcome paced(RoundMeasurement backlog, int seconds) {
    double rate = backlog.jobsPerSecond() / 2;
    int prologue = Math.min(backlog.jobs(), Contender.ENQUEUE_BATCH);
    show("; at %,.0f/s ", rate);
    try (var database = BenchDatabase.create(server, entry.name() + " paced " + number)) {
      PacedRun.Outcome outcome;
      try (var contender = entry.on(database, done)) {
        var progressDots = new ProgressDots(prologue + (long) (rate * seconds), out);
        outcome = new PacedRun(prologue, rate, seconds, progressDots).run(contender, database);
      }
      database.awaitNoSessions();
      show(" p50 %,.1f ms, p99 %,.1f ms", outcome.millis().p50(), outcome.millis().p99());
      return outcome;
    }
  }

  private void show(String format, Object... figures) {
    out.printf(Locale.ROOT, format, figures);
    out.flush();
  }
}
