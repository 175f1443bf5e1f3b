package io.tapline.bench;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.PeerComparison;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The quick comparison of Tapline and db-scheduler. Nothing is saved. */
@Command(
    name = "small",
    description = "The quick pair, Tapline and db-scheduler, for a look in between.",
    showDefaultValues = true)
final class SmallCommand implements Callable<Integer> {

  @Mixin private RoundOptions rounds;

  @Mixin private CaseOptions caseOptions;

  @Override
  public Integer call() throws IOException {
    var plan = rounds.plan(0);
    var command = "./tapline bench small %s %s".formatted(rounds, caseOptions);
    var cases =
        List.of(
            caseOptions.single(caseOptions.singleLineup().only(List.of("db-scheduler fetch"))),
            caseOptions.batch(
                caseOptions.batchLineup().only(List.of("db-scheduler lock-and-fetch"))));
    try (var server = BenchServer.start()) {
      var report = new PeerComparison(cases, plan, command).run(server, System.out, soFar -> {});
      System.out.printf("%n%s%n", report.table());
    }
    return 0;
  }
}
