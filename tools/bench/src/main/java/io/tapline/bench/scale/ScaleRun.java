package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Measures how the cost of claims and completions grows.
 *
 * @param families the families to measure, by name
 */
public record ScaleRun(ScaleSizes sizes, List<String> families, String command) {

  private static final List<Family> ALL =
      List.of(
          new Family("ready", "ready subjects", FamilyCases::ready),
          new Family("finished", "finished subjects", FamilyCases::finished),
          new Family("delayed", "not yet ready, higher priority", FamilyCases::delayed),
          new Family("claimers", "claimers at once", FamilyCases::concurrentClaimers),
          new Family("open", "a transaction left open", FamilyCases::openTransaction),
          new Family("queues", "queues", FamilyCases::queues),
          new Family("payload", "payload of a subject", FamilyCases::payload));

  /**
   * Cases that differ in one property.
   *
   * @param name one word, for its selection
   * @param title the property in which the cases differ
   */
  private record Family(String name, String title, Consumer<FamilyCases> cases) {

    /** Maximum number of concurrent claimers. */
    int claimers(ScaleSizes sizes) {
      return name.equals("claimers") ? sizes.mostClaimers() : sizes.threads();
    }
  }

  public static List<String> names() {
    return ALL.stream().map(Family::name).toList();
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
    var conditions = RunConditions.of(server, command);
    var cells = new ArrayList<ScaleCell>();
    var reads = new ArrayList<ReadTime>();
    var missing = new LinkedHashMap<String, String>();
    families.forEach(name -> missing.put(name, "not measured yet"));
    Supplier<ScaleReport> report =
        () -> new ScaleReport(conditions, sizes, List.copyOf(cells), List.copyOf(reads), missing);
    for (var family : ALL) {
      if (!families.contains(family.name())) {
        continue;
      }
      out.println("  " + family.title());
      try (var database = ScaleDatabase.open(server, family.name(), family.claimers(sizes))) {
        family
            .cases()
            .accept(
                new FamilyCases(
                    family.title(),
                    database,
                    sizes,
                    out,
                    cell -> {
                      cells.add(cell);
                      soFar.accept(report.get());
                    },
                    read -> {
                      reads.add(read);
                      soFar.accept(report.get());
                    }));
        missing.remove(family.name());
      } catch (RuntimeException e) {
        out.print(" failed: ");
        e.printStackTrace(out);
        missing.put(family.name(), "failed: " + e);
      }
    }
    soFar.accept(report.get());
    return report.get();
  }
}
