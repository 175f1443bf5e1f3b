package io.tapline.bench;

import io.tapline.bench.goals.GoalTable;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerComparison;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.report.ResultFiles;
import io.tapline.bench.scale.ScaleReport;
import io.tapline.bench.scale.ScaleRun;
import io.tapline.bench.scale.ScaleSizes;
import io.tapline.bench.scale.ScaleSizesBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Every goal of the store, measured in one run. */
@Command(
    name = "figures",
    description =
        "What the store is to reach, measured in one run: the peers that it is compared with, and"
            + " the cases in which it is to stay flat.",
    showDefaultValues = true)
final class FiguresCommand implements Callable<Integer> {

  private static final int EMPTY = 1_000;
  private static final int CLAIMERS = 64;

  @Mixin private RoundOptions rounds;

  @Option(
      names = "--paced-seconds",
      defaultValue = "6",
      converter = PositiveNumber.class,
      description = "at half of the peak rate")
  private int pacedSeconds;

  @Option(
      names = "--large",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description = "subjects that are ready, or not yet ready, in the large cases")
  private int large;

  @Option(
      names = "--finished",
      defaultValue = "1000000",
      converter = PositiveNumber.class,
      description =
          "subjects that are finished in that case; the goal is 10000000, which take 70 GB")
  private int finished;

  @Option(
      names = "--open-seconds",
      defaultValue = "120",
      converter = PositiveNumber.class,
      description = "that a transaction is left open")
  private int openSeconds;

  @Mixin private CaseOptions caseOptions;

  @Mixin private NodeOptions node;

  @Option(names = "--results", defaultValue = "bench/results", description = "folder to save to")
  private Path results;

  @Override
  public Integer call() throws IOException {
    var out = System.out;
    var command = command();
    var cases = node.cases(caseOptions, out).stream().map(FiguresCommand::needed).toList();
    out.println(command);
    var saved = new ResultFiles(results, "figures");
    try (var server = BenchServer.start()) {
      var peers =
          new PeerComparison(cases, rounds.plan(pacedSeconds), command)
              .run(server, out, soFar -> saved.save(document(soFar, null)));
      out.printf("%n%s%n", peers.table());
      var scale =
          new ScaleRun(sizes(), GoalTable.FLAT_FAMILIES, command)
              .run(server, out, soFar -> saved.save(document(peers, soFar)));
      out.printf("%n%s%n%s%n", scale.table(), GoalTable.of(peers, scale));
      saved.tell(out);
    }
    return 0;
  }

  /** Those whom a goal names. */
  private static PeerCase needed(PeerCase all) {
    var names = all.name().equals(PeerCase.SINGLE) ? GoalTable.SINGLE_PEERS : GoalTable.BATCH_PEERS;
    return all.with(all.lineup().only(names));
  }

  private ScaleSizes sizes() {
    return ScaleSizesBuilder.builder()
        .jobs(rounds.jobs())
        .rounds(rounds.rounds())
        .ready(List.of(Math.min(EMPTY, large), large))
        .finished(List.of(finished))
        .delayed(large)
        .claimers(List.of(CLAIMERS))
        .openSeconds(openSeconds)
        .queues(1)
        .payloads(List.of())
        .threads(caseOptions.threads())
        .batch(caseOptions.batch())
        .mostSeconds(rounds.mostSeconds())
        .build();
  }

  private static Map<String, Object> document(PeersReport peers, ScaleReport scale) {
    var document = new LinkedHashMap<String, Object>();
    document.put("goals", GoalTable.of(peers, scale).figures());
    document.put("peers", peers.figures());
    document.put("scale", scale == null ? null : scale.figures());
    return document;
  }

  private String command() {
    return "./tapline bench figures %s --paced-seconds %d --large %d --finished %d --open-seconds %d %s%s"
        .formatted(rounds, pacedSeconds, large, finished, openSeconds, caseOptions, node);
  }
}
