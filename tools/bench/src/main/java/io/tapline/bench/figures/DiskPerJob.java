package io.tapline.bench.figures;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.site.EngineSite;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.TestClock;
import java.time.Duration;
import java.util.function.ObjDoubleConsumer;

/**
 * The growth of all tables of Tapline per finished job, and per finished and retired job. Jobs are
 * done in equal steps with a {@code VACUUM} after each, like autovacuum, so that a step reuses the
 * space that an earlier one freed. The first two steps are not counted: they allocate the first
 * pages of every table and index, and a B-tree page that one {@code VACUUM} empties is free only
 * after the next one.
 */
final class DiskPerJob {

  private static final int STEPS = 10;
  private static final int NOT_COUNTED = 2;
  private static final String BRIEF = "brief";
  private static final int KEPT_DAYS = 1;

  private DiskPerJob() {}

  static void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    for (int round = 1; round <= sizes.rounds(); round++) {
      try (var database = BenchDatabase.copy(server, "finished " + round, EngineSite::provision);
          var site = EngineSite.onCopy(database, 1)) {
        measured.accept(Figure.FINISHED_BYTES, finished(database, site, sizes));
      }
      try (var database = BenchDatabase.copy(server, "retired " + round, EngineSite::provision);
          var site = EngineSite.onCopy(database, 1)) {
        measured.accept(Figure.RETIRED_BYTES, retired(database, site, sizes));
      }
    }
  }

  private static double finished(BenchDatabase database, EngineSite site, FigureSizes sizes) {
    int step = Math.max(1, sizes.jobs() / STEPS);
    return growthPerJob(database, step, () -> site.finish(EngineSite.QUEUE, step, sizes.batch()));
  }

  private static double retired(BenchDatabase database, EngineSite site, FigureSizes sizes) {
    int step = Math.max(1, sizes.jobs() / STEPS);
    new TestClock(Database.provisioned(database.jdbcUrl(), BenchServer.PASSWORDS).owner())
        .install();
    site.queue(BRIEF, KEPT_DAYS);
    return growthPerJob(
        database,
        step,
        () -> {
          site.finish(BRIEF, step, sizes.batch());
          // The jobs are retired after the first period, and their evidence is deleted after the
          // second.
          int retired = site.retire();
          for (int i = 0; i < 2; i++) {
            advance(database, Duration.ofDays(KEPT_DAYS));
            retired += site.retire();
          }
          if (retired != step) {
            throw new IllegalStateException(retired + " of " + step + " jobs were retired");
          }
        });
  }

  private static void advance(BenchDatabase database, Duration time) {
    database.execute("select tapline.advance_clock(" + time.toSeconds() + ")");
  }

  private static double growthPerJob(BenchDatabase database, int step, Runnable work) {
    long before = 0;
    for (int done = 1; done <= STEPS; done++) {
      work.run();
      database.execute("vacuum");
      if (done == NOT_COUNTED) {
        before = database.diskBytes();
      }
    }
    return (double) (database.diskBytes() - before) / ((STEPS - NOT_COUNTED) * step);
  }
}
