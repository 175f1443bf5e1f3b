package io.tapline.bench.scale;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.report.LineChart;
import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All cells, each as a ratio to the empty case of its family.
 *
 * @param missing families that are missing or incomplete, with the reason
 */
public record ScaleReport(
    RunConditions setting,
    ScaleSizes sizes,
    List<ScaleCell> cells,
    List<ReadTime> readsMillis,
    Map<String, String> missing) {

  public ScaleReport {
    missing = new LinkedHashMap<>(missing);
  }

  /** The lowest accepted ratio of most cases, and of the two hardest ones. */
  private static final List<Double> GOALS = List.of(0.8, 0.5);

  /** The last and largest case of a family; empty when it was not measured. */
  public Optional<ScaleCell> largest(String title) {
    return cells.stream().filter(cell -> cell.family().equals(title)).reduce((one, next) -> next);
  }

  public String table() {
    var table = new MarkdownTable("case", "jobs/s, median (lowest–highest)", "of the empty case");
    for (var cell : cells) {
      table.row(
          List.of(
              cell.family() + ": " + cell.label(),
              cell.jobsPerSecond().text(0),
              Spread.number(cell.ratio(), 2)));
    }
    var text = new StringBuilder().append(table);
    missing.forEach((family, why) -> text.append(family).append(": ").append(why).append('\n'));
    return (readsMillis.isEmpty() ? text : text.append('\n').append(ReadTime.table(readsMillis)))
        .toString();
  }

  public String chart() {
    var chart =
        new LineChart(
            "Claims and completions per second, as a ratio to the empty case",
            "Higher is better; dashed are the goals. " + setting.note(),
            GOALS);
    cells.stream()
        .collect(Collectors.groupingBy(ScaleCell::family, LinkedHashMap::new, Collectors.toList()))
        .forEach((family, members) -> chart.panel(family, points(members)));
    return chart.svg();
  }

  private static List<LineChart.Point> points(List<ScaleCell> members) {
    return members.stream().map(cell -> new LineChart.Point(cell.label(), cell.ratio())).toList();
  }

  /** Whether all families were measured. */
  @JsonProperty
  public boolean complete() {
    return missing.isEmpty();
  }
}
