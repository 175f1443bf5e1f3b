package io.tapline.bench.scale;

import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.report.BarChart;
import io.tapline.bench.report.Spread;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The durations of reads and screens.
 *
 * @param complete whether the report contains all of them
 */
public record ReadsReport(
    RunConditions setting, int ready, int finished, boolean complete, List<ReadTime> readsMillis) {

  private static final int CLAIMERS = 2;
  private static final int TIMES = 30;

  public ReadsReport {
    readsMillis = List.copyOf(readsMillis);
  }

  /**
   * Measures with these numbers of subjects.
   *
   * @param soFar receives the report after every read
   */
  public static ReadsReport measure(
      BenchServer server,
      int ready,
      int finished,
      String command,
      PrintStream out,
      Consumer<ReadsReport> soFar) {
    var conditions = RunConditions.of(server, command);
    var times = new ArrayList<ReadTime>();
    try (var database = ScaleDatabase.open(server, "reads", CLAIMERS)) {
      var filler = BacklogFiller.named(database.site(), out);
      filler.finished(finished);
      filler.ready(ready);
      new ReadMeasurement(database, ready, TIMES)
          .times(
              time -> {
                times.add(time);
                out.println("    " + time);
                soFar.accept(new ReadsReport(conditions, ready, finished, false, times));
              });
    }
    var report = new ReadsReport(conditions, ready, finished, true, times);
    soFar.accept(report);
    return report;
  }

  public String table() {
    return ReadTime.table(readsMillis).toString();
  }

  public String chart() {
    var chart =
        new BarChart(
            "Milliseconds per read with %,d ready and %,d finished".formatted(ready, finished),
            "Median, the line reaches to the 95th percentile; over HTTP. " + setting.note());
    panel(chart, "reads of the API, goal 100 ms", time -> !time.screen());
    panel(chart, "screens, all that a browser asks for, goal 100 ms", ReadTime::screen);
    return chart.svg();
  }

  private void panel(BarChart chart, String title, Predicate<ReadTime> which) {
    var bars = readsMillis.stream().filter(which).map(ReadsReport::bar).toList();
    if (!bars.isEmpty()) {
      chart.panel(title, 1, bars);
    }
  }

  private static BarChart.Bar bar(ReadTime time) {
    var all = time.all();
    return new BarChart.Bar(time.read(), new Spread(all.p50(), all.p50(), all.p95()), true);
  }
}
