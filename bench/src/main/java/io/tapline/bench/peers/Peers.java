package io.tapline.bench.peers;

import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import java.io.PrintStream;

/** The side-by-side run: all contenders on one durable PostgreSQL, taking turns. */
public record Peers(Lineup lineup, Plan plan, String command) {

  public PeersReport run(BenchServer server, PrintStream out) {
    lineup.absent().forEach(absent -> out.println("  without " + absent));
    var running = new Running(server, lineup, out);
    if (plan.warmUp() > 0) {
      // The JVM compiles as it goes; who comes first must not pay for all.
      running.round(0, plan.warmUp(), 0);
    }
    for (int i = 1; i <= plan.rounds(); i++) {
      running.round(i, plan.jobs(), plan.pacedSeconds());
    }
    return new PeersReport(
        Setting.of(server, command), plan, running.lineup(), running.measurements());
  }
}
