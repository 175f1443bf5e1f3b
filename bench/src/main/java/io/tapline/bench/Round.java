package io.tapline.bench;

import io.tapline.postgres.EmbeddedServer;
import java.io.PrintStream;
import java.util.Locale;

/** One contender, one fresh database: enqueue the whole backlog, then work it off. */
final class Round {

  private static final double NANOS = 1e9;

  private final EmbeddedServer server;
  private final int jobs;
  private final int threads;
  private final PrintStream out;

  Round(EmbeddedServer server, int jobs, int threads, PrintStream out) {
    this.server = server;
    this.jobs = jobs;
    this.threads = threads;
    this.out = out;
  }

  Measurement run(Contender.Entry entry, String label) {
    out.printf("  %-9s %-13s ", label, entry.name());
    out.flush();
    var name = ("bench_" + entry.name() + "_" + label).replaceAll("[^a-z0-9]+", "_");
    try (var database = BenchDatabase.create(server, name)) {
      double enqueueSeconds;
      double workSeconds;
      Usage before;
      try (var contender = entry.on(database, threads)) {
        enqueueSeconds = enqueue(contender);
        // Neither contender is to be judged by a plan made for empty tables.
        database.execute("analyze");
        before = database.usage();
        workSeconds = work(contender);
      }
      database.awaitNoSessions();
      var spent = database.usage().since(before);
      long done = database.count(entry.countDone(jobs));
      if (done != jobs) {
        throw new IllegalStateException(
            entry.name() + " did " + done + " jobs of " + jobs + ", as its database has it");
      }
      var measured =
          new Measurement(
              entry.name(),
              label,
              jobs,
              jobs / enqueueSeconds,
              jobs / workSeconds,
              (double) spent.walBytes() / jobs,
              (double) spent.commits() / jobs,
              (double) spent.deadTuples() / jobs);
      out.printf(
          Locale.ROOT,
          " %,.0f jobs/s (enqueued at %,.0f/s)%n",
          measured.jobsPerSecond(),
          measured.enqueuedPerSecond());
      return measured;
    }
  }

  private double enqueue(Contender contender) {
    long start = System.nanoTime();
    for (int from = 0; from < jobs; from += Contender.ENQUEUE_BATCH) {
      contender.enqueue(from, Math.min(Contender.ENQUEUE_BATCH, jobs - from));
    }
    double seconds = (System.nanoTime() - start) / NANOS;
    out.print('+');
    out.flush();
    return seconds;
  }

  private double work(Contender contender) {
    var dots = new Dots(jobs, out);
    long start = System.nanoTime();
    contender.work(jobs, dots);
    return (System.nanoTime() - start) / NANOS;
  }
}
