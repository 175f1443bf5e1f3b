package io.tapline.bench;

import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.peers.Peers;
import io.tapline.bench.peers.Plan;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The quick pair: Tapline and db-scheduler. Nothing is saved. */
@Command(
    name = "small",
    description = "The quick pair, Tapline and db-scheduler, for a look in between.",
    showDefaultValues = true)
final class SmallCommand implements Callable<Integer> {

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      converter = Positive.class,
      description = "in the backlog of each round")
  private int jobs;

  @Option(
      names = "--warm-up",
      defaultValue = "20000",
      converter = NotNegative.class,
      description = "jobs in a round of each before those that count")
  private int warmUp;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = Positive.class,
      description = "of each contender")
  private int rounds;

  @Mixin private TaplineOptions tapline;

  @Override
  public Integer call() throws IOException {
    var plan = new Plan(jobs, rounds, warmUp, 0);
    var command =
        "./tapline bench small --jobs %d --warm-up %d --rounds %d %s"
            .formatted(jobs, warmUp, rounds, tapline);
    try (var server = BenchServer.start()) {
      var pair = Lineup.pair(tapline.terms());
      var report = new Peers(pair, plan, command).run(server, System.out);
      System.out.printf("%n%s%n", report.table());
    }
    return 0;
  }
}
