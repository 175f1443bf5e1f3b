package io.tapline.bench.figures;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.LaunchedServer;
import io.tapline.bench.host.ScratchDirectory;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.HttpSite;
import java.util.function.ObjDoubleConsumer;

/**
 * {@code tapline serve} on its own data, started anew in each round: the time until it is ready,
 * and the processor time of its first jobs, which are enqueued in one request and completed one by
 * one over several connections. The very first start is not counted: it creates the data, and the
 * command prepares later starts.
 */
final class ServerStart {

  private static final String TOKEN = "t-server-start-figure";
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MILLIS_PER_SECOND = 1e3;

  private ServerStart() {}

  static void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    try (var directory = ScratchDirectory.create("tapline-bench")) {
      try (var first = start(directory, sizes)) {
        // Creates the queue for all rounds.
        new HttpSite(first.address(), TOKEN).close();
      }
      for (int round = 0; round < sizes.rounds(); round++) {
        try (var started = start(directory, sizes)) {
          measured.accept(Figure.SERVE_READY, started.untilReady().toMillis() / MILLIS_PER_SECOND);
          firstJobs(started, round * sizes.firstJobs(), sizes, measured);
        }
      }
    }
  }

  private static LaunchedServer start(ScratchDirectory directory, FigureSizes sizes) {
    return directory.start(
        data -> LaunchedServer.start(sizes.serve(), data, ServeProcess.token(TOKEN, "first")));
  }

  private static void firstJobs(
      LaunchedServer started, int from, FigureSizes sizes, ObjDoubleConsumer<Figure> measured) {
    var before = started.cpuMicros();
    try (var site = HttpSite.joining(started.address(), TOKEN)) {
      site.enqueue(from, sizes.firstJobs());
      site.workOff(sizes.connections(), 1);
    }
    if (before != null) {
      double spent = started.cpuMicros() - before;
      measured.accept(Figure.FIRST_JOBS, spent / sizes.firstJobs() / MICROS_PER_MILLI);
    }
  }
}
