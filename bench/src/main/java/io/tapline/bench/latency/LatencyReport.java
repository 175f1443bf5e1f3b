package io.tapline.bench.latency;

import io.tapline.bench.host.Setting;
import io.tapline.bench.report.BarChart;
import io.tapline.bench.report.Percentiles;
import io.tapline.bench.report.Spread;
import io.tapline.bench.report.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long an idle worker takes to pick a job up. */
public record LatencyReport(Setting setting, int pollMillis, long[] nanos) {

  private Percentiles millis() {
    return Percentiles.of(nanos);
  }

  private String how() {
    return "in process, polling every " + pollMillis + " ms";
  }

  public String table() {
    var millis = millis();
    return new Table("enqueue to start, ms", "p50", "p90", "p99", "slowest")
        .row(
            List.of(
                how(),
                Spread.number(millis.p50(), 1),
                Spread.number(millis.p90(), 1),
                Spread.number(millis.p99(), 1),
                Spread.number(millis.max(), 1)))
        .toString();
  }

  public String chart() {
    var millis = millis();
    return new BarChart(
            "Milliseconds from enqueue to start, idle worker, one job at a time",
            "%s; %d jobs. %s, %d cores; PostgreSQL %s"
                .formatted(
                    how(),
                    millis.count(),
                    setting.machine().processor(),
                    setting.machine().cores(),
                    setting.postgres()))
        .panel(
            how(),
            1,
            List.of(
                bar("median", millis.p50()),
                bar("90th percentile", millis.p90()),
                bar("99th percentile", millis.p99()),
                bar("slowest", millis.max())))
        .svg();
  }

  private static BarChart.Bar bar(String label, double millis) {
    return new BarChart.Bar(label, new Spread(millis, millis, millis), true);
  }

  /** Everything, for a machine to read. */
  public Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("setting", setting);
    document.put("worker", how());
    document.put("millis", millis());
    return document;
  }
}
