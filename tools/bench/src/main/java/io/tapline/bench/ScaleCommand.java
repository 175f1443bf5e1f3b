package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ScaleRun;
import io.tapline.bench.scale.ScaleSizesBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures throughput with large tables. */
@Command(
    name = "scale",
    description = "How the cost of claiming grows with backlog, history, claimers and the rest.",
    showDefaultValues = true)
final class ScaleCommand implements Callable<Integer> {

  private static final int READS_PER_ROUND = 10;

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      converter = PositiveNumber.class,
      description = "timed in each round of each case")
  private int jobs;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = PositiveNumber.class,
      description = "of each case")
  private int rounds;

  @Option(
      names = "--ready",
      defaultValue = "1000,100000,1000000",
      split = ",",
      converter = PositiveNumber.class,
      description = "backlogs; the first is the empty case")
  private List<Integer> ready;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      split = ",",
      converter = PositiveNumber.class,
      description = "histories, beside none; add 10000000 with time and 70 GB to spare")
  private List<Integer> finished;

  @Option(
      names = "--delayed",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description = "subjects that are not yet ready")
  private int delayed;

  @Option(
      names = "--claimers",
      defaultValue = "1,8,64",
      split = ",",
      converter = PositiveNumber.class,
      description = "at once")
  private List<Integer> claimers;

  @Option(
      names = "--open-seconds",
      defaultValue = "120",
      converter = PositiveNumber.class,
      description = "that a transaction is left open")
  private int openSeconds;

  @Option(
      names = "--queues",
      defaultValue = "1000",
      converter = PositiveNumber.class,
      description = "in one tenant")
  private int queues;

  @Option(
      names = "--payloads",
      defaultValue = "1024,102400",
      split = ",",
      converter = PositiveNumber.class,
      description = "of subjects, in bytes")
  private List<Integer> payloads;

  @Option(
      names = "--most-seconds",
      defaultValue = "15",
      converter = PositiveNumber.class,
      description = "of work in one round: a slow case is measured by fewer jobs")
  private int mostSeconds;

  @Option(
      names = "--only",
      split = ",",
      description = "some of: ready, finished, delayed, claimers, open, queues," + " payload")
  private List<String> only;

  @Mixin private TaplineOptions tapline;

  @Option(
      names = "--results",
      defaultValue = "tools/bench/results",
      description = "folder to save to")
  private Path results;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var families = families();
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
            .threads(tapline.threads())
            .batch(tapline.batch())
            .mostSeconds(mostSeconds)
            .reads(READS_PER_ROUND * rounds)
            .build();
    System.out.println(command());
    try (var server = BenchServer.start()) {
      var saved = new ResultFiles(results, "scale");
      var report =
          new ScaleRun(sizes, families, command())
              .run(server, System.out, soFar -> saved.save(soFar.figures(), soFar.chart()));
      System.out.printf("%n%s%n", report.table());
      saved.printPaths(System.out);
      return report.missing().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private List<String> families() {
    var names = ScaleRun.names();
    if (only == null) {
      return names;
    }
    for (var name : only) {
      if (!names.contains(name)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--only: '" + name + "' is none of " + String.join(", ", names));
      }
    }
    return only;
  }

  private String command() {
    return "./tapline bench scale --jobs %d --rounds %d --ready %s --finished %s --delayed %d"
            .formatted(jobs, rounds, list(ready), list(finished), delayed)
        + " --claimers %s --open-seconds %d --queues %d --payloads %s"
            .formatted(list(claimers), openSeconds, queues, list(payloads))
        + " --most-seconds %d %s".formatted(mostSeconds, tapline)
        + (only == null ? "" : " --only " + String.join(",", only));
  }

  private static String list(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
