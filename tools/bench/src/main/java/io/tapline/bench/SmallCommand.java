package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.PeerComparison;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The quick comparison of Tapline and db-scheduler. Nothing is saved. */
@Command(
    name = "small",
    description = "Compares Tapline and db-scheduler quickly; nothing is saved.",
    showDefaultValues = true)
final class SmallCommand extends BenchCommand {

  @Mixin private BenchOptions.Rounds rounds;

  @Mixin private BenchOptions.Cases options;

  @Override
  int run(BenchServer server) {
    var cases =
        List.of(
            options.single(options.singleLineup().only(List.of("db-scheduler fetch"))),
            options.batch(options.batchLineup().only(List.of("db-scheduler lock-and-fetch"))));
    var comparison = new PeerComparison(cases, rounds.plan(0), command());
    System.out.printf("%n%s%n", comparison.run(server, System.out, soFar -> {}).table());
    return 0;
  }
}
