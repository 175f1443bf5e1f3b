package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.host.BenchServer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The remaining contenders, and their measurements so far. A peer that fails is removed, and the
 * others continue; a failure of Tapline ends the run.
 */
final class PeerRun {

  private final BenchServer server;
  private final PeerCase peerCase;
  private final PeerPlan plan;
  private final PrintStream out;
  private final Map<String, Integer> backlogs = new HashMap<>();
  private final Map<String, Integer> warmedUp = new HashMap<>();
  private final Map<String, Double> rates = new HashMap<>();
  private final List<RoundMeasurement> measurements = new ArrayList<>();
  private final List<Contender.Entry> order;
  private ContenderLineup lineup;

  PeerRun(BenchServer server, PeerCase peerCase, PeerPlan plan, PrintStream out) {
    this.server = server;
    this.peerCase = peerCase;
    this.lineup = peerCase.lineup();
    this.plan = plan;
    this.out = out;
    order = new ArrayList<>(lineup.entries());
  }

  /** One turn of each contender, which does not count but determines its backlog. */
  void warmUp() {
    begin();
    turns(
        entry -> {
          var warmUp = new PeerRound(server, entry, 0, 0, out).warmUp(plan);
          warmedUp.put(entry.name(), warmUp.jobs());
          rates.put(entry.name(), warmUp.jobsPerSecond());
          backlogs.put(entry.name(), plan.backlog(warmUp.jobsPerSecond()));
        });
  }

  /**
   * One turn of each contender.
   *
   * @param number counts from 1
   */
  void round(int number) {
    begin();
    turns(
        entry -> {
          int jobs = backlogs.getOrDefault(entry.name(), plan.jobs());
          int before = plan.serverWarmUp(done(entry), rates.getOrDefault(entry.name(), 0.0));
          var round = new PeerRound(server, entry, number, before, out);
          var measured = round.run(jobs, plan.pacedSeconds());
          rates.put(entry.name(), measured.jobsPerSecond());
          measurements.add(measured);
        });
  }

  private void begin() {
    out.println("  " + peerCase.title());
    if (measurements.isEmpty()) {
      lineup.absent().forEach(absent -> out.println("  without " + absent));
    }
  }

  /** Jobs that the contender has done so far, including the warm-up. */
  private int done(Contender.Entry entry) {
    return warmedUp.getOrDefault(entry.name(), 0)
        + measurements.stream()
            .filter(measured -> measured.contender().equals(entry.name()))
            .mapToInt(measured -> measured.jobs() + plan.pacedJobs(measured))
            .sum();
  }

  /** Reverses the order afterwards. */
  private void turns(Consumer<Contender.Entry> turn) {
    for (var entry : List.copyOf(order)) {
      try {
        turn.accept(entry);
      } catch (RuntimeException e) {
        drop(entry, e);
      }
    }
    Collections.reverse(order);
  }

  private void drop(Contender.Entry entry, RuntimeException failure) {
    if (entry.equals(lineup.ours())) {
      throw failure;
    }
    out.println(" failed: " + failure.getMessage());
    order.remove(entry);
    measurements.removeIf(measured -> measured.contender().equals(entry.name()));
    lineup = lineup.without(entry, "failed: " + failure.getMessage());
  }

  CaseReport report() {
    return new CaseReport(peerCase.with(lineup), plan, measurements);
  }
}
