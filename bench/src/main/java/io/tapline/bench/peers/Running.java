package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.Lineup;
import io.tapline.bench.host.BenchServer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Who is still in the run, and what was measured so far. A peer that fails is out, and the others
 * go on; there is no run without us.
 */
final class Running {

  private final BenchServer server;
  private final PrintStream out;
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<Contender.Entry> order;
  private Lineup lineup;

  Running(BenchServer server, Lineup lineup, PrintStream out) {
    this.server = server;
    this.lineup = lineup;
    this.out = out;
    order = new ArrayList<>(lineup.entries());
  }

  /**
   * Everyone's turn; afterwards the order is turned round.
   *
   * @param number 0 is the warm-up, which does not count
   */
  void round(int number, int jobs, int pacedSeconds) {
    for (var entry : List.copyOf(order)) {
      try {
        var measured = new Round(server, entry, number, out).run(jobs, pacedSeconds);
        if (number > 0) {
          measurements.add(measured);
        }
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

  Lineup lineup() {
    return lineup;
  }

  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }
}
