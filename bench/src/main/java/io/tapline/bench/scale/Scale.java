package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.Setting;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

  /** What a family is called in tables and charts. */
  public static String title(String name) {
    return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow().title();
  }

  /**
   * A family that fails is left out, and the others go on.
   *
   * @param soFar is given what there is after every case
   */
  public ScaleReport run(BenchServer server, PrintStream out, Consumer<ScaleReport> soFar) {
    var setting = Setting.of(server, command);
    var gauges = new ArrayList<Gauge>();
    var missing = new LinkedHashMap<String, String>();
    families.forEach(name -> missing.put(name, "not measured yet"));
    Supplier<ScaleReport> report = () -> report(setting, gauges, missing);
    for (var family : ALL) {
      if (families.contains(family.name())) {
        var gauge = new Gauge(family.title(), sizes, out, () -> soFar.accept(report.get()));
        gauges.add(gauge);
        try {
          run(server, family, gauge, out);
          missing.remove(family.name());
        } catch (RuntimeException e) {
          out.print(" failed: ");
          e.printStackTrace(out);
          missing.put(family.name(), "failed: " + e);
        }
      }
    }
    soFar.accept(report.get());
    return report.get();
  }

  private ScaleReport report(Setting setting, List<Gauge> gauges, Map<String, String> missing) {
    return new ScaleReport(
        setting,
        sizes,
        gauges.stream().flatMap(gauge -> gauge.cells().stream()).toList(),
        gauges.stream().flatMap(gauge -> gauge.reads().stream()).toList(),
        missing);
  }

  private void run(BenchServer server, Family family, Gauge gauge, PrintStream out) {
    out.println("  " + family.title());
    try (var ground = Ground.open(server, family.name(), family.claimers(sizes))) {
      family.run(ground, sizes, new Filler(ground.site(), out), gauge);
    }
  }
}
