package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ScaleRun;
import io.tapline.bench.scale.ScaleSizesBuilder;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures throughput with large tables. */
@Command(
    name = "scale",
    description =
        "Measures how the rate changes with backlogs, histories, claimers, queues and payloads.",
    showDefaultValues = true)
final class ScaleCommand extends BenchCommand {

  private static final int READS_PER_ROUND = 10;

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      converter = BenchOptions.Positive.class,
      description = "Timed jobs in each round of each case.")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = BenchOptions.Positive.class,
      description = "Rounds of each case.")
  private int rounds;

  @Option(
      names = "--ready",
      defaultValue = "1000,100000,1000000",
      split = ",",
      converter = BenchOptions.Positive.class,
      description = "Numbers of ready jobs; the first is the empty case.")
  private List<Integer> ready;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      split = ",",
      converter = BenchOptions.Positive.class,
      description = "Numbers of finished jobs, in addition to none; 10000000 take hours and 70 GB.")
  private List<Integer> finished;

  @Option(
      names = "--delayed",
      defaultValue = "1000000",
      converter = BenchOptions.Positive.class,
      description = "Number of delayed jobs.")
  private int delayed;

  @Option(
      names = "--claimers",
      defaultValue = "1,8,64",
      split = ",",
      converter = BenchOptions.Positive.class,
      description = "Numbers of concurrent claimers.")
  private List<Integer> claimers;

  @Option(
      names = "--open-seconds",
      defaultValue = "120",
      converter = BenchOptions.Positive.class,
      description = "Duration of the open transaction.")
  private int openSeconds;

  @Option(
      names = "--queues",
      defaultValue = "1000",
      converter = BenchOptions.Positive.class,
      description = "Number of queues in one tenant.")
  private int queues;

  @Option(
      names = "--payloads",
      defaultValue = "1024,102400",
      split = ",",
      converter = BenchOptions.Positive.class,
      description = "Sizes of the payload of a job, in bytes.")
  private List<Integer> payloads;

  @Option(
      names = "--most-seconds",
      defaultValue = "15",
      converter = BenchOptions.Positive.class,
      description =
          "Maximum duration of the work of one round; a slow case is measured with fewer jobs.")
  private int mostSeconds;

  @Option(
      names = "--only",
      split = ",",
      description =
          "Some of: ready, finished, delayed, claimers, open, queues, payload. Default: all.")
  private List<String> only;

  @Option(
      names = "--threads",
      defaultValue = "2",
      converter = BenchOptions.Positive.class,
      description = "Claiming threads; each is a worker.")
  private int threads;

  @Option(
      names = "--batch",
      defaultValue = "100",
      converter = BenchOptions.Positive.class,
      description = "Maximum number of jobs per claim and completion.")
  private int batch;

  @Option(names = "--results", defaultValue = RESULTS, description = "The folder of the results.")
  private Path results;

  @Override
  void prepare() {
    requireKnown("--only", only, ScaleRun.names());
  }

  @Override
  int run(BenchServer server) {
    var sizes =
        ScaleSizesBuilder.builder()
            .jobs(jobs)
            .rounds(rounds)
            .ready(ready)
            .finished(finished)
            .delayed(delayed)
            .claimers(claimers)
            .openSeconds(openSeconds)
            .queues(queues)
            .payloads(payloads)
            .threads(threads)
            .batch(batch)
            .mostSeconds(mostSeconds)
            .reads(READS_PER_ROUND * rounds)
            .build();
    var saved = new ResultFiles(results, "scale");
    var report =
        new ScaleRun(sizes, only == null ? ScaleRun.names() : only, command())
            .run(server, System.out, soFar -> saved.save(soFar, soFar.chart()));
    System.out.printf("%n%s%n", report.table());
    saved.printPaths(System.out);
    return report.complete() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
