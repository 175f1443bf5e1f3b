package io.tapline.bench.figures;

import io.tapline.api.ClaimAnswer;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.WireCount;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.site.EngineSite;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/**
 * One worker in process that completes a job and claims the next in one request, without other
 * users of the database: there is no other request to share a transaction with.
 */
final class LoneReport {

  private static final double NANOS_PER_MILLI = 1e6;

  private LoneReport() {}

  static void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    for (int round = 1; round <= sizes.rounds(); round++) {
      try (var count = new WireCount();
          var database = BenchDatabase.copy(server, "alone " + round, EngineSite::provision);
          var site = EngineSite.onCopy(database, 1, count)) {
        site.enqueue(EngineSite.QUEUE, sizes.warmUpReports() + sizes.reports() + 1);
        database.settle();
        measure(new Reporter(site), database, count, sizes, measured);
      }
    }
  }

  private static void measure(
      Reporter reporter,
      BenchDatabase database,
      WireCount count,
      FigureSizes sizes,
      ObjDoubleConsumer<Figure> measured) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(sizes.warmUpSeconds());
    for (int i = 0; i < sizes.warmUpReports() && System.nanoTime() < end; i++) {
      reporter.report();
    }
    var nanos = Percentiles.histogram();
    long statements = count.statements();
    long trips = count.trips();
    var postgres = database.sessionNanos();
    for (int i = 0; i < sizes.reports(); i++) {
      nanos.recordValue(reporter.report());
    }
    double reports = sizes.reports();
    measured.accept(Figure.ALONE_STATEMENTS, (count.statements() - statements) / reports);
    measured.accept(Figure.ALONE_TRIPS, (count.trips() - trips) / reports);
    if (postgres != null) {
      double spent = database.sessionNanos() - postgres;
      measured.accept(Figure.ALONE_POSTGRES, spent / reports / NANOS_PER_MILLI);
    }
    measured.accept(Figure.ALONE_P50, Percentiles.of(nanos).p50());
  }

  /** The worker and its current job. */
  private static final class Reporter {

    private final EngineSite site;
    private final String worker;
    private List<ClaimAnswer.Item> held;

    Reporter(EngineSite site) {
      this.site = site;
      worker = site.worker(1);
      held = site.claim(worker, EngineSite.QUEUE, 1);
    }

    /** Returns the duration, in nanoseconds. */
    long report() {
      long start = System.nanoTime();
      held = site.completeAndClaim(worker, held, EngineSite.QUEUE, 1);
      return System.nanoTime() - start;
    }
  }
}
