package io.tapline.bench;

import io.tapline.bench.contender.Lineup;
import io.tapline.bench.contender.NodeFolder;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.Peers;
import io.tapline.bench.report.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tapline and its peers. */
@Command(
    name = "peers",
    description = "Tapline and its peers on one PostgreSQL, one after another, in one run.",
    showDefaultValues = true)
final class PeersCommand implements Callable<Integer> {

  @Mixin private RoundOptions rounds;

  @Option(
      names = "--paced-seconds",
      defaultValue = "6",
      converter = NotNegative.class,
      description = "at half of the peak rate; 0 leaves that out")
  private int pacedSeconds;

  @Option(names = "--skip-node", description = "leave out the peers that need Node.js")
  private boolean skipNode;

  @Option(names = "--only", split = ",", description = "these peers, by their names in the table")
  private List<String> only;

  @Mixin private TaplineOptions tapline;

  @Option(names = "--results", defaultValue = "bench/results", description = "folder to save to")
  private Path results;

  @Option(names = "--node", defaultValue = "bench/node", hidden = true)
  private Path node;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    var out = System.out;
    var lineup = lineup();
    var plan = rounds.plan(pacedSeconds);
    var command = command();
    out.println(command);
    try (var server = BenchServer.start()) {
      var saved = new Results(results, "peers");
      var report =
          new Peers(lineup, plan, command)
              .run(server, out, soFar -> saved.save(soFar.figures(), soFar.chart()));
      out.printf("%n%s%n", report.table());
      saved.tell(out);
    }
    return 0;
  }

  private Lineup lineup() {
    var ours = tapline.terms();
    var others =
        skipNode ? Lineup.inProcess(ours) : Lineup.all(ours, new NodeFolder(node), System.out);
    var all = others.and(tapline.overHttp());
    if (only == null) {
      return all;
    }
    for (var name : only) {
      if (!all.peers().contains(name)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(),
            "--only: '" + name + "' is none of " + String.join(", ", all.peers()));
      }
    }
    return all.only(only);
  }

  private String command() {
    return "./tapline bench peers %s --paced-seconds %d %s%s%s"
        .formatted(
            rounds,
            pacedSeconds,
            tapline,
            skipNode ? " --skip-node" : "",
            only == null ? "" : " --only '" + String.join(",", only) + "'");
  }
}
