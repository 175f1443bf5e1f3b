package io.tapline.bench.peers;

import io.tapline.bench.host.RunConditions;
import io.tapline.bench.report.BarChart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run: a table for each of its cases, one chart, one document. */
public record PeersReport(RunConditions setting, PeerPlan plan, List<CaseReport> cases) {

  public PeersReport {
    cases = List.copyOf(cases);
  }

  public Optional<CaseReport> of(String caseName) {
    return cases.stream().filter(one -> one.peerCase().name().equals(caseName)).findFirst();
  }

  public String table() {
    return cases.stream().map(CaseReport::table).collect(Collectors.joining("\n"));
  }

  public String chart() {
    var chart =
        new BarChart(
            "Tapline and its peers on one PostgreSQL, durable commits, no-op jobs",
            "Median of %d rounds of up to %,d jobs, the line is the spread. %s"
                .formatted(plan.rounds(), plan.jobs(), setting.note()));
    for (var one : cases) {
      chart.panel(
          "jobs per second, backlog to done: " + one.peerCase().title(),
          0,
          one.bars(RoundMeasurement::jobsPerSecond));
    }
    // The last case contains all contenders that enqueue.
    var last = cases.get(cases.size() - 1);
    chart.panel(
        "jobs enqueued per second, in batches of 1,000",
        0,
        last.bars(RoundMeasurement::enqueuedPerSecond));
    if (last.paced()) {
      chart.panel(
          "milliseconds from due to done at half of its own peak rate, median",
          1,
          last.bars(RoundMeasurement::pacedMillis));
    }
    return chart.svg();
  }

  /** The machine-readable form. */
  public Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("setting", setting);
    document.put("plan", plan);
    document.put("complete", cases.stream().allMatch(CaseReport::complete));
    cases.forEach(one -> document.put(one.peerCase().name(), one.figures()));
    return document;
  }
}
