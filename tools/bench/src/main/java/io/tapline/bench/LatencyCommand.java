package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.latency.LatencyRun;
import io.tapline.bench.report.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the pick-up latency of an idle worker. */
@Command(
    name = "latency",
    description =
        "An idle worker, one job at a time: from enqueue to start; and what wake-ups cost.",
    showDefaultValues = true)
final class LatencyCommand implements Callable<Integer> {

  @Option(names = "--help", usageHelp = true, description = "this")
  private boolean help;

  @Option(
      names = "--jobs",
      defaultValue = "500",
      converter = PositiveNumber.class,
      description = "one after another")
  private int jobs;

  @Option(
      names = "--poll-millis",
      defaultValue = "10",
      converter = PositiveNumber.class,
      description = "that the worker waits before it asks again")
  private int pollMillis;

  @Option(
      names = "--wake-up-jobs",
      defaultValue = "20000",
      converter = PositiveNumber.class,
      description = "of each measurement of what wake-ups cost")
  private int wakeUpJobs;

  @Option(
      names = "--crowd",
      defaultValue = "200",
      converter = PositiveNumber.class,
      description = "workers that wait meanwhile")
  private int crowd;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = PositiveNumber.class,
      description = "of each measurement of what wake-ups cost")
  private int rounds;

  @Option(
      names = "--results",
      defaultValue = "tools/bench/results",
      description = "folder to save to")
  private Path results;

  @Override
  public Integer call() throws IOException {
    var command =
        "./tapline bench latency --jobs %d --poll-millis %d --wake-up-jobs %d --crowd %d --rounds %d"
            .formatted(jobs, pollMillis, wakeUpJobs, crowd, rounds);
    System.out.println(command);
    try (var server = BenchServer.start()) {
      var report =
          new LatencyRun(jobs, pollMillis, wakeUpJobs, crowd, rounds, command)
              .run(server, System.out);
      System.out.printf("%n%s%n", report.table());
      var saved = new ResultFiles(results, "latency");
      saved.save(report.figures(), report.chart());
      saved.printPaths(System.out);
    }
    return 0;
  }
}
