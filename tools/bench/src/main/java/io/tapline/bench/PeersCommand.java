package io.tapline.bench;

import io.tapline.bench.goals.GoalTable;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerComparison;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.report.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares Tapline and its peers, with single jobs and in batches. */
@Command(
    name = "peers",
    description =
        "Tapline and its peers on one PostgreSQL, one after another, in one run: workers that take"
            + " one job at a time (single), and everyone as fast as it can be (batch).",
    showDefaultValues = true)
final class PeersCommand implements Callable<Integer> {

  @Mixin private RoundOptions rounds;

  @Option(
      names = "--paced-seconds",
      defaultValue = "6",
      converter = NotNegative.class,
      description = "at half of the peak rate; 0 leaves that out")
  private int pacedSeconds;

  @Option(names = "--case", split = ",", description = "single, batch; both if not said")
  private List<String> wanted;

  @Option(names = "--only", split = ",", description = "these peers, by their names in the tables")
  private List<String> only;

  @Mixin private CaseOptions caseOptions;

  @Mixin private NodeOptions node;

  @Option(
      names = "--results",
      defaultValue = "tools/bench/results",
      description = "folder to save to")
  private Path results;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var out = System.out;
    var cases = cases();
    var plan = rounds.plan(pacedSeconds);
    var command = command();
    out.println(command);
    try (var server = BenchServer.start()) {
      var saved = new ResultFiles(results, "peers");
      var report =
          new PeerComparison(cases, plan, command)
              .run(server, out, soFar -> saved.save(document(soFar), soFar.chart()));
      out.printf("%n%s%n%s%n", report.table(), GoalTable.of(report, null, null));
      saved.printPaths(out);
    }
    return 0;
  }

  private static Map<String, Object> document(PeersReport report) {
    var document = report.figures();
    document.put("goals", GoalTable.of(report, null, null).figures());
    return document;
  }

  private List<PeerCase> cases() {
    var all = node.cases(caseOptions, System.out);
    known("--case", wanted, all.stream().map(PeerCase::name).toList());
    known("--only", only, peers(all).distinct().toList());
    return all.stream()
        .filter(one -> wanted == null || wanted.contains(one.name()))
        .map(one -> only == null ? one : one.with(one.lineup().only(only)))
        .toList();
  }

  private static Stream<String> peers(List<PeerCase> cases) {
    return cases.stream().flatMap(one -> one.lineup().peers().stream());
  }

  private void known(String option, List<String> named, List<String> all) {
    for (var name : named == null ? List.<String>of() : named) {
      if (!all.contains(name)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), option + ": '" + name + "' is none of " + String.join(", ", all));
      }
    }
  }

  private String command() {
    return "./tapline bench peers %s --paced-seconds %d %s%s%s%s"
        .formatted(
            rounds,
            pacedSeconds,
            caseOptions,
            node,
            wanted == null ? "" : " --case " + String.join(",", wanted),
            only == null ? "" : " --only '" + String.join(",", only) + "'");
  }
}
