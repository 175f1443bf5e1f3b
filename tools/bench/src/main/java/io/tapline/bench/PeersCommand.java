package io.tapline.bench;

import io.tapline.bench.goals.GoalTable;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerComparison;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.report.ResultFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares Tapline and its peers, with single jobs and in batches. */
@Command(
    name = "peers",
    description =
        "Compares Tapline and its peers on one PostgreSQL, one after another: workers that take"
            + " one job at a time (single), and the fastest settings of each (batch).",
    showDefaultValues = true)
final class PeersCommand extends BenchCommand {

  @Mixin private BenchOptions.Rounds rounds;

  @Option(
      names = "--paced-seconds",
      defaultValue = "6",
      converter = BenchOptions.NotNegative.class,
      description = "Duration of the load at half of the peak rate; 0 omits it.")
  private int pacedSeconds;

  @Option(names = "--case", split = ",", description = "The cases: single, batch. Default: both.")
  private List<String> wanted;

  @Option(
      names = "--only",
      split = ",",
      description = "The peers to measure, by their names in the tables.")
  private List<String> only;

  @Mixin private BenchOptions.Cases options;

  @Mixin private BenchOptions.Node node;

  @Option(names = "--results", defaultValue = RESULTS, description = "The folder of the results.")
  private Path results;

  private List<PeerCase> cases;

  @Override
  void prepare() {
    var all = node.cases(options, System.out);
    requireKnown("--case", wanted, all.stream().map(PeerCase::name).toList());
    requireKnown(
        "--only",
        only,
        all.stream().flatMap(one -> one.lineup().peers().stream()).distinct().toList());
    cases =
        all.stream()
            .filter(one -> wanted == null || wanted.contains(one.name()))
            .map(one -> only == null ? one : one.with(one.lineup().only(only)))
            .toList();
  }

  @Override
  int run(BenchServer server) {
    var saved = new ResultFiles(results, "peers");
    var report =
        new PeerComparison(cases, rounds.plan(pacedSeconds), command())
            .run(server, System.out, soFar -> saved.save(document(soFar), soFar.chart()));
    System.out.printf("%n%s%n%s%n", report.table(), GoalTable.of(report, null, null));
    saved.printPaths(System.out);
    return 0;
  }

  private static Map<String, Object> document(PeersReport report) {
    var document = report.figures();
    document.put("goals", GoalTable.of(report, null, null).goals());
    return document;
  }
}
