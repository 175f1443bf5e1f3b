package io.tapline.bench;

import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.Peers;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The quick pair: Tapline and db-scheduler. Nothing is saved. */
@Command(
    name = "small",
    description = "The quick pair, Tapline and db-scheduler, for a look in between.",
    showDefaultValues = true)
final class SmallCommand implements Callable<Integer> {

  @Mixin private RoundOptions rounds;

  @Mixin private TaplineOptions tapline;

  @Override
  public Integer call() throws IOException {
    var plan = rounds.plan(0);
    var command = "./tapline bench small %s %s".formatted(rounds, tapline);
    try (var server = BenchServer.start()) {
      var pair = Lineup.pair(tapline.terms());
      var report = new Peers(pair, plan, command).run(server, System.out, soFar -> {});
      System.out.printf("%n%s%n", report.table());
    }
    return 0;
  }
}
