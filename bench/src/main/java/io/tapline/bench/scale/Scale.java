package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * How the cost of claiming and completing grows.
 *
 * @param families which to measure, by name
 */
public record Scale(Sizes sizes, List<String> families, String command) {

  private static final List<Family> ALL =
      List.of(
          new ReadyFamily(),
          new FinishedFamily(),
          new DelayedFamily(),
          new ClaimersFamily(),
          new OpenTransactionFamily(),
          new QueuesFamily(),
          new PayloadFamily());

  public static List<String> names() {
    return ALL.stream().map(Family::name).toList();
  }

  public ScaleReport run(BenchServer server, PrintStream out) {
    var cells = new ArrayList<Cell>();
    var reads = new ArrayList<ReadTime>();
    for (var family : ALL) {
      if (families.contains(family.name())) {
        var gauge = run(server, family, out);
        cells.addAll(gauge.cells());
        reads.addAll(gauge.reads());
      }
    }
    return new ScaleReport(Setting.of(server, command), sizes, cells, reads);
  }

  private Gauge run(BenchServer server, Family family, PrintStream out) {
    out.println("  " + family.title());
    var gauge = new Gauge(family.title(), sizes, out);
    try (var ground = Ground.open(server, family.name(), family.claimers(sizes))) {
      family.run(ground, sizes, new Filler(ground.site(), out), gauge);
    }
    return gauge;
  }
}
