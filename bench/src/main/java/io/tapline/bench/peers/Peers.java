package io.tapline.bench.peers;

import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import java.io.PrintStream;
import java.util.function.Consumer;

/** The side-by-side run: all contenders on one durable PostgreSQL, taking turns. */
public record Peers(Lineup lineup, Plan plan, String command) {

  /**
   * @param soFar is given what there is after every round
   */
  public PeersReport run(BenchServer server, PrintStream out, Consumer<PeersReport> soFar) {
    lineup.absent().forEach(absent -> out.println("  without " + absent));
    var setting = Setting.of(server, command);
    var running = new Running(server, lineup, plan, out);
    if (plan.warmUp() > 0) {
      // The JVM compiles as it goes; who comes first must not pay for all.
      running.warmUp();
    }
    PeersReport report = null;
    for (int i = 1; i <= plan.rounds(); i++) {
      running.round(i);
      report = new PeersReport(setting, plan, running.lineup(), running.measurements());
      soFar.accept(report);
    }
    return report;
  }
}
