package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.latency.LatencyRun;
import io.tapline.bench.report.ResultFiles;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the pick-up latency of an idle worker. */
@Command(
    name = "latency",
    description =
        "Measures the time from enqueue to start with an idle worker, and the cost of wake-ups.",
    showDefaultValues = true)
final class LatencyCommand extends BenchCommand {

  @Option(
      names = "--jobs",
      defaultValue = "500",
      converter = BenchOptions.Positive.class,
      description = "Number of jobs, one after another.")
  private int jobs;

  @Option(
      names = "--poll-millis",
      defaultValue = "10",
      converter = BenchOptions.Positive.class,
      description = "The polling interval of the worker in process.")
  private int pollMillis;

  @Option(
      names = "--wake-up-jobs",
      defaultValue = "20000",
      converter = BenchOptions.Positive.class,
      description = "Jobs of each measurement of the cost of wake-ups.")
  private int wakeUpJobs;

  @Option(
      names = "--crowd",
      defaultValue = "200",
      converter = BenchOptions.Positive.class,
      description = "Number of workers that wait meanwhile.")
  private int crowd;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = BenchOptions.Positive.class,
      description = "Rounds of each measurement of the cost of wake-ups.")
  private int rounds;

  @Option(names = "--results", defaultValue = RESULTS, description = "The folder of the results.")
  private Path results;

  @Override
  int run(BenchServer server) {
    var report =
        new LatencyRun(jobs, pollMillis, wakeUpJobs, crowd, rounds, command())
            .run(server, System.out);
    System.out.printf("%n%s%n", report.table());
    var saved = new ResultFiles(results, "latency");
    saved.save(report.figures(), report.chart());
    saved.printPaths(System.out);
    return 0;
  }
}
