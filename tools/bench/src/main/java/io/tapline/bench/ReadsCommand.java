package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ReadsReport;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the response time of pages. */
@Command(
    name = "reads",
    description = "Measures reads of the API and screens of the web UI with large tables.",
    showDefaultValues = true)
final class ReadsCommand extends BenchCommand {

  @Option(
      names = "--ready",
      defaultValue = "1000000",
      converter = BenchOptions.Positive.class,
      description = "Number of ready jobs.")
  private int ready;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      converter = BenchOptions.Positive.class,
      description = "Number of finished jobs.")
  private int finished;

  @Option(names = "--results", defaultValue = RESULTS, description = "The folder of the results.")
  private Path results;

  @Override
  int run(BenchServer server) {
    var saved = new ResultFiles(results, "reads");
    var report =
        ReadsReport.measure(
            server,
            ready,
            finished,
            command(),
            System.out,
            soFar -> saved.save(soFar, soFar.chart()));
    System.out.printf("%n%s%n", report.table());
    saved.printPaths(System.out);
    return 0;
  }
}
