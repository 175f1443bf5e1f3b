package io.tapline.bench.figures;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.Spread;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measurements of single figures, one after another.
 *
 * @param names the measurements to run
 */
public record FigureRun(FigureSizes sizes, List<String> names) {

  private static final List<FigureMeasurement> ALL =
      List.of(new LoneReport(), new HandlerStart(), new DiskPerJob(), new ServerStart());

  public static List<String> allNames() {
    return ALL.stream().map(FigureMeasurement::name).toList();
  }

  /**
   * A failed measurement is left out, and the others continue.
   *
   * @param soFar receives the report after every measurement
   */
  public FigureReport run(BenchServer server, PrintStream out, Consumer<FigureReport> soFar) {
    var report = new FigureReport(sizes, names, new LinkedHashMap<>(), new LinkedHashMap<>());
    for (var measurement : ALL) {
      if (names.contains(measurement.name())) {
        run(measurement, server, report, out);
        soFar.accept(report);
      }
    }
    return report;
  }

  private void run(
      FigureMeasurement measurement, BenchServer server, FigureReport report, PrintStream out) {
    out.println("  " + measurement.title());
    try {
      measurement.run(
          server,
          sizes,
          (figure, value) -> {
            report.add(figure, value);
            out.printf("    %s: %s%n", figure.title(), Spread.number(value, figure.decimals()));
          });
    } catch (RuntimeException e) {
      out.print(" failed: ");
      e.printStackTrace(out);
      report.fail(measurement.name(), "failed: " + e);
    }
  }
}
