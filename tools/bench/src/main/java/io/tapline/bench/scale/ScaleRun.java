package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures how the cost of claims and completions grows.
 *
 * @param families the families to measure, by name
 */
public record ScaleRun(ScaleSizes sizes, List<String> families, String command) {

  private static final List<CaseFamily> ALL =
      List.of(
          new ReadyFamily(),
          new FinishedFamily(),
          new DelayedFamily(),
          new ClaimersFamily(),
          new OpenTransactionFamily(),
          new QueuesFamily(),
          new PayloadFamily());

  public static List<String> names() {
    return ALL.stream().map(CaseFamily::name).toList();
  }

  /** The title of a family in tables and charts. */
  public static String title(String name) {
    return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow().title();
  }

  /**
   * A failed family is left out, and the others continue.
   *
   * @param soFar receives the report after every case
   */
  public ScaleReport run(BenchServer server, PrintStream out, Consumer<ScaleReport> soFar) {
    var runConditions = RunConditions.of(server, command);
    var gauges = new ArrayList<FamilyMeasurement>();
    var missing = new LinkedHashMap<String, String>();
    families.forEach(name -> missing.put(name, "not measured yet"));
    Supplier<ScaleReport> report = () -> report(runConditions, gauges, missing);
    for (var family : ALL) {
      if (families.contains(family.name())) {
        var familyMeasurement =
            new FamilyMeasurement(family.title(), sizes, out, () -> soFar.accept(report.get()));
        gauges.add(familyMeasurement);
        try {
          run(server, family, familyMeasurement, out);
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

  private ScaleReport report(
      RunConditions runConditions, List<FamilyMeasurement> gauges, Map<String, String> missing) {
    return new ScaleReport(
        runConditions,
        sizes,
        gauges.stream().flatMap(familyMeasurement -> familyMeasurement.cells().stream()).toList(),
        gauges.stream().flatMap(familyMeasurement -> familyMeasurement.reads().stream()).toList(),
        missing);
  }

  private void run(
      BenchServer server, CaseFamily family, FamilyMeasurement familyMeasurement, PrintStream out) {
    out.println("  " + family.title());
    try (var scaleDatabase = ScaleDatabase.open(server, family.name(), family.claimers(sizes))) {
      family.run(
          scaleDatabase, sizes, new BacklogFiller(scaleDatabase.site(), out), familyMeasurement);
    }
  }
}
