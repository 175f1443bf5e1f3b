package io.tapline.bench.latency;

import io.tapline.bench.host.RunConditions;
import io.tapline.bench.report.BarChart;
import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The time until an idle worker starts a job, and the cost of wake-ups. */
public record LatencyReport(RunConditions setting, List<Way> ways, WakeUps.Rates wakeUps) {

  /**
   * One way to wait.
   *
   * @param nanos time from the call that enqueues
   * @param afterAnswer time from its answer, when the job is committed
   */
  public record Way(String how, Histogram nanos, Histogram afterAnswer) {

    Percentiles millis() {
      return Percentiles.of(nanos);
    }

    Percentiles millisAfterAnswer() {
      return Percentiles.of(afterAnswer);
    }
  }

  public String table() {
    var table =
        new MarkdownTable(
            "enqueue to start, ms", "p50", "p90", "p99", "slowest", "p50 once enqueued");
    for (var way : ways) {
      var millis = way.millis();
      table.row(
          List.of(
              way.how(),
              Spread.number(millis.p50(), 1),
              Spread.number(millis.p90(), 1),
              Spread.number(millis.p99(), 1),
              Spread.number(millis.max(), 1),
              Spread.number(way.millisAfterAnswer().p50(), 1)));
    }
    return table + "\n" + wakeUpTable();
  }

  private MarkdownTable wakeUpTable() {
    var table =
        new MarkdownTable("jobs/s over HTTP, coming and going", "rate", "of nobody waiting");
    table.row(wakeUpRow("nobody waits", wakeUps.alone()));
    table.row(wakeUpRow(wakeUps.crowd() + " wait for another queue", wakeUps.crowdElsewhere()));
    table.row(wakeUpRow(wakeUps.crowd() + " wait for this queue, in vain", wakeUps.crowdHere()));
    return table;
  }

  private List<String> wakeUpRow(String who, Spread rate) {
    return List.of(who, rate.text(0), Spread.number(rate.median() / wakeUps.alone().median(), 2));
  }

  public String chart() {
    var chart =
        new BarChart(
            "Milliseconds from enqueue to start, idle worker, one job at a time",
            "%d jobs. %s".formatted(ways.get(0).nanos().getTotalCount(), setting.note()));
    for (var way : ways) {
      var millis = way.millis();
      chart.panel(
          way.how(),
          1,
          List.of(
              bar("median", millis.p50()),
              bar("90th percentile", millis.p90()),
              bar("99th percentile", millis.p99()),
              bar("slowest", millis.max())));
    }
    return chart.svg();
  }

  private static BarChart.Bar bar(String label, double millis) {
    return new BarChart.Bar(label, new Spread(millis, millis, millis), true);
  }

  /** Everything, for a machine to read. */
  public Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("setting", setting);
    var all = new LinkedHashMap<String, Object>();
    ways.forEach(way -> all.put(way.how(), way.millis()));
    document.put("millis", all);
    var afterAnswer = new LinkedHashMap<String, Object>();
    ways.forEach(way -> afterAnswer.put(way.how(), way.millisAfterAnswer()));
    document.put("millis_once_enqueued", afterAnswer);
    document.put("wake_ups", wakeUps);
    return document;
  }
}
