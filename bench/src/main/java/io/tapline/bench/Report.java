package io.tapline.bench;

import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All rounds of a run: medians side by side, and the ratio within each round. */
record Report(Setting setting, List<Measurement> measurements) {

  /** What the figures were measured with. */
  record Setting(
      int jobs, int rounds, int threads, int cores, String java, String postgres, String time) {}

  private record Line(String title, ToDoubleFunction<Measurement> figure, int decimals) {}

  private static final List<Line> LINES =
      List.of(
          new Line("jobs/s, backlog to done", Measurement::jobsPerSecond, 0),
          new Line("enqueued/s, batches of 1,000", Measurement::enqueuedPerSecond, 0),
          new Line("WAL bytes per job", Measurement::walBytesPerJob, 0),
          new Line("commits per job", Measurement::commitsPerJob, 3),
          new Line("dead tuples per job", Measurement::deadTuplesPerJob, 2));

  Spread of(String contender, ToDoubleFunction<Measurement> figure) {
    return Spread.of(
        measurements.stream()
            .filter(m -> m.contender().equals(contender))
            .map(figure::applyAsDouble)
            .toList());
  }

  /** Ours over theirs, round by round: what else the machine does hits both alike. */
  Spread ratio(String ours, String theirs) {
    var ratios = new ArrayList<Double>();
    for (var mine : measurements) {
      for (var other : measurements) {
        if (mine.contender().equals(ours)
            && other.contender().equals(theirs)
            && mine.round().equals(other.round())) {
          ratios.add(mine.jobsPerSecond() / other.jobsPerSecond());
        }
      }
    }
    return Spread.of(ratios);
  }

  String table() {
    var names = measurements.stream().map(Measurement::contender).distinct().sorted().toList();
    var text = new StringBuilder(String.format("%-30s", "median (lowest–highest)"));
    names.forEach(name -> text.append(String.format("%28s", name)));
    for (var line : LINES) {
      text.append(String.format("%n%-30s", line.title()));
      for (var name : names) {
        text.append(String.format("%28s", of(name, line.figure()).text(line.decimals())));
      }
    }
    return text.append(String.format("%n%ntapline / db-scheduler: %s", ratio().text(2))).toString();
  }

  private Spread ratio() {
    return ratio(TaplineContender.ENTRY.name(), DbSchedulerContender.ENTRY.name());
  }

  String json() {
    var document = new LinkedHashMap<String, Object>();
    document.put("setting", setting);
    document.put("ratio", ratio());
    document.put("medians", medians());
    document.put("rounds", measurements);
    return Json.tree(document).toPrettyString() + "\n";
  }

  private Map<String, Map<String, Spread>> medians() {
    var all = new LinkedHashMap<String, Map<String, Spread>>();
    for (var name : measurements.stream().map(Measurement::contender).distinct().toList()) {
      var figures = new LinkedHashMap<String, Spread>();
      LINES.forEach(line -> figures.put(line.title(), of(name, line.figure())));
      all.put(name, figures);
    }
    return all;
  }
}
