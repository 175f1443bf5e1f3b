package io.tapline.bench.peers;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Consumer;

/** The comparison: all contenders of all cases on one durable PostgreSQL, one at a time. */
public record PeerComparison(List<PeerCase> cases, PeerPlan plan, String command) {

  /**
   * @param soFar receives the report after every round
   */
  public PeersReport run(BenchServer server, PrintStream out, Consumer<PeersReport> soFar) {
    var runConditions = RunConditions.of(server, command);
    var running = cases.stream().map(one -> new PeerRun(server, one, plan, out)).toList();
    if (plan.warmUp() > 0) {
      // The JVM compiles during the run; the first contender must not pay for all.
      running.forEach(PeerRun::warmUp);
    }
    PeersReport report = null;
    for (int i = 1; i <= plan.rounds(); i++) {
      for (var one : running) {
        one.round(i);
      }
      report = new PeersReport(runConditions, plan, running.stream().map(PeerRun::report).toList());
      soFar.accept(report);
    }
    return report;
  }
}
