package io.tapline.bench;

import io.tapline.postgres.EmbeddedServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The small side-by-side run: both contenders on one durable PostgreSQL, taking turns. */
record Small(int jobs, int rounds, int threads, int warmUp) {

  private static final List<Contender.Entry> CONTENDERS =
      List.of(TaplineContender.ENTRY, DbSchedulerContender.ENTRY);

  Report run(PrintStream out) throws IOException {
    var directory = Files.createTempDirectory("tapline-bench");
    try (var server = EmbeddedServer.start(directory)) {
      return run(server, out);
    } finally {
      delete(directory);
    }
  }

  private Report run(EmbeddedServer server, PrintStream out) {
    if (warmUp > 0) {
      // The JVM compiles as it goes; who comes first must not pay for both.
      CONTENDERS.forEach(entry -> new Round(server, warmUp, threads, out).run(entry, "warm-up"));
    }
    var measurements = new ArrayList<Measurement>();
    var order = new ArrayList<>(CONTENDERS);
    for (int i = 1; i <= rounds; i++) {
      for (var entry : order) {
        measurements.add(new Round(server, jobs, threads, out).run(entry, "round " + i));
      }
      Collections.reverse(order);
    }
    return new Report(setting(server), measurements);
  }

  private Report.Setting setting(EmbeddedServer server) {
    return new Report.Setting(
        jobs,
        rounds,
        threads,
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        BenchDatabase.version(server),
        Instant.now().toString());
  }

  private static void delete(Path directory) throws IOException {
    try (var paths = Files.walk(directory)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
