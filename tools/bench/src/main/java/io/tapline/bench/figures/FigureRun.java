package io.tapline.bench.figures;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.report.Spread;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;

/**
 * Measurements of single figures, one after another.
 *
 * @param names the measurements to run
 */
public record FigureRun(FigureSizes sizes, List<String> names) {

  private static final List<Measurement> ALL =
      List.of(
          new Measurement("alone", "one report and claim at a time", LoneReport::run),
          new Measurement("handler", "from enqueue to handler start over HTTP", HandlerStart::run),
          new Measurement("disk", "space on disk", DiskPerJob::run),
          new Measurement("serve", "start of a server and its first jobs", ServerStart::run));

  /** Measures related figures in all rounds; {@code measured} receives each once per round. */
  private interface Rounds {

    void run(BenchServer server, FigureSizes sizes, ObjDoubleConsumer<Figure> measured);
  }

  /**
   * @param name one word, for its selection
   */
  private record Measurement(String name, String title, Rounds rounds) {}

  public static List<String> allNames() {
    return ALL.stream().map(Measurement::name).toList();
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
      Measurement measurement, BenchServer server, FigureReport report, PrintStream out) {
    out.println("  " + measurement.title());
    try {
      measurement
          .rounds()
          .run(
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
