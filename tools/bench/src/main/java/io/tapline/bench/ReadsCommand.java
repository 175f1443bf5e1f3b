package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ReadTimesRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the response time of pages. */
@Command(
    name = "reads",
    description = "Reads of the API and screens of the web UI while there is much of everything.",
    showDefaultValues = true)
final class ReadsCommand implements Callable<Integer> {

  @Option(names = "--help", usageHelp = true, description = "this")
  private boolean help;

  @Option(
      names = "--ready",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description = "subjects that wait")
  private int ready;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description = "subjects that are done")
  private int finished;

  @Option(
      names = "--results",
      defaultValue = "tools/bench/results",
      description = "folder to save to")
  private Path results;

  @Override
  public Integer call() throws IOException {
    var command = "./tapline bench reads --ready %d --finished %d".formatted(ready, finished);
    System.out.println(command);
    try (var server = BenchServer.start()) {
      var saved = new ResultFiles(results, "reads");
      var report =
          new ReadTimesRun(ready, finished, command)
              .run(server, System.out, soFar -> saved.save(soFar.figures(), soFar.chart()));
      System.out.printf("%n%s%n", report.table());
      saved.printPaths(System.out);
    }
    return 0;
  }
}
