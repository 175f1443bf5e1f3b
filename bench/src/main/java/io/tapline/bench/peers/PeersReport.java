package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.Lineup;
import io.tapline.bench.contender.TaplineHttpContender;
import io.tapline.bench.host.Cpu;
import io.tapline.bench.host.Setting;
import io.tapline.bench.report.BarChart;
import io.tapline.bench.report.Spread;
import io.tapline.bench.report.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** All rounds of a run: medians side by side, and the ratio within each round. */
public record PeersReport(
    Setting setting, Plan plan, Lineup lineup, List<Measurement> measurements) {

  private static final String NONE = "–";
  private static final int COLUMNS = 12;

  /** The median of a contender's rounds. */
  private Spread of(Contender.Entry entry, ToDoubleFunction<Measurement> figure) {
    return Spread.of(
        measurements.stream()
            .filter(m -> m.contender().equals(entry.name()))
            .map(figure::applyAsDouble)
            .toList());
  }

  /** Ours over theirs, round by round: what else the machine does hits both alike. */
  private Spread ratio(Contender.Entry theirs, ToDoubleFunction<Measurement> figure) {
    var ratios = new ArrayList<Double>();
    for (var mine : measurements) {
      for (var other : measurements) {
        if (mine.contender().equals(lineup.ours().name())
            && other.contender().equals(theirs.name())
            && mine.round() == other.round()) {
          ratios.add(figure.applyAsDouble(mine) / figure.applyAsDouble(other));
        }
      }
    }
    return Spread.of(ratios);
  }

  public String table() {
    var table =
        new Table(
            "median (lowest–highest)",
            "jobs/s, backlog to done",
            "tapline ÷ it",
            "enqueued/s, by 1,000",
            "tapline ÷ it",
            "p50 ms at half rate",
            "p99 ms at half rate",
            "WAL B/job",
            "commits/job",
            "dead tuples/job",
            "CPU µs/job: PostgreSQL",
            "clients");
    lineup.entries().forEach(entry -> table.row(row(entry)));
    lineup.absent().forEach(absent -> table.row(row(absent)));
    return table + overHttp();
  }

  /** How much of the speed in process is left over HTTP. */
  private String overHttp() {
    return http()
        .map(
            http ->
                "%nOver HTTP: %s of the jobs/s in process.%n"
                    .formatted(share(http, Measurement::jobsPerSecond).text(2)))
        .orElse("");
  }

  private Optional<Contender.Entry> http() {
    return lineup.entries().stream()
        .filter(entry -> entry.name().equals(TaplineHttpContender.Terms.NAME))
        .findFirst();
  }

  /** Theirs over ours, round by round. */
  private Spread share(Contender.Entry theirs, ToDoubleFunction<Measurement> figure) {
    return ratio(theirs, m -> 1 / figure.applyAsDouble(m));
  }

  private List<String> row(Contender.Entry entry) {
    boolean ours = entry.equals(lineup.ours());
    return List.of(
        entry.name() + " " + entry.version(),
        of(entry, Measurement::jobsPerSecond).text(0),
        ours ? "1" : ratio(entry, Measurement::jobsPerSecond).text(2),
        of(entry, Measurement::enqueuedPerSecond).text(0),
        ours ? "1" : ratio(entry, Measurement::enqueuedPerSecond).text(2),
        paced() ? of(entry, m -> m.paced().millis().p50()).text(1) : NONE,
        paced() ? of(entry, m -> m.paced().millis().p99()).text(1) : NONE,
        Spread.number(of(entry, Measurement::walBytesPerJob).median(), 0),
        Spread.number(of(entry, Measurement::commitsPerJob).median(), 3),
        Spread.number(of(entry, Measurement::deadTuplesPerJob).median(), 2),
        cpu(entry, Cpu::postgres),
        cpu(entry, Cpu::clients));
  }

  private static List<String> row(Lineup.Absent absent) {
    var cells = new ArrayList<>(Collections.nCopies(COLUMNS, NONE));
    cells.set(0, absent.toString());
    return cells;
  }

  private String cpu(Contender.Entry entry, ToDoubleFunction<Cpu> part) {
    return cpuKnown()
        ? Spread.number(of(entry, m -> part.applyAsDouble(m.cpuMicrosPerJob())).median(), 0)
        : NONE;
  }

  private boolean cpuKnown() {
    return measurements.stream().allMatch(m -> m.cpuMicrosPerJob() != null);
  }

  private boolean paced() {
    return plan.pacedSeconds() > 0;
  }

  public String chart() {
    var chart =
        new BarChart(
            "Tapline and its peers on one PostgreSQL, durable commits, no-op jobs",
            "Median of %d rounds of up to %,d jobs, the line is the spread. %s, %d cores; %s"
                .formatted(
                    plan.rounds(),
                    plan.jobs(),
                    setting.machine().processor(),
                    setting.machine().cores(),
                    "PostgreSQL " + setting.postgres()));
    chart.panel("jobs per second, backlog to done", 0, bars(Measurement::jobsPerSecond));
    chart.panel(
        "jobs enqueued per second, in batches of 1,000", 0, bars(Measurement::enqueuedPerSecond));
    if (paced()) {
      chart.panel(
          "milliseconds from enqueue to done at half of its own peak rate, median",
          1,
          bars(m -> m.paced().millis().p50()));
    }
    return chart.svg();
  }

  private List<BarChart.Bar> bars(ToDoubleFunction<Measurement> figure) {
    return lineup.entries().stream()
        .map(entry -> new BarChart.Bar(entry.name(), of(entry, figure), tapline(entry)))
        .toList();
  }

  private boolean tapline(Contender.Entry entry) {
    return entry.equals(lineup.ours()) || http().filter(entry::equals).isPresent();
  }

  /** Everything, for a machine to read. */
  public Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("setting", setting);
    document.put("plan", plan);
    document.put("complete", complete());
    document.put("contenders", lineup.entries().stream().map(this::summary).toList());
    http()
        .ifPresent(
            http -> document.put("http_over_in_process", share(http, Measurement::jobsPerSecond)));
    document.put("not_measured", lineup.absent());
    document.put("rounds", measurements);
    return document;
  }

  /** Whether all rounds are in it. */
  private boolean complete() {
    return measurements.stream().mapToInt(Measurement::round).max().orElse(0) == plan.rounds();
  }

  private Map<String, Object> summary(Contender.Entry entry) {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("name", entry.name());
    summary.put("version", entry.version());
    summary.put("settings", entry.settings());
    summary.put("jobs_per_second", of(entry, Measurement::jobsPerSecond));
    summary.put("tapline_ratio", ratio(entry, Measurement::jobsPerSecond));
    summary.put("enqueued_per_second", of(entry, Measurement::enqueuedPerSecond));
    summary.put("tapline_enqueue_ratio", ratio(entry, Measurement::enqueuedPerSecond));
    if (paced()) {
      summary.put("p50_millis", of(entry, m -> m.paced().millis().p50()));
      summary.put("p99_millis", of(entry, m -> m.paced().millis().p99()));
    }
    summary.put("wal_bytes_per_job", of(entry, Measurement::walBytesPerJob));
    summary.put("commits_per_job", of(entry, Measurement::commitsPerJob));
    summary.put("dead_tuples_per_job", of(entry, Measurement::deadTuplesPerJob));
    if (cpuKnown()) {
      summary.put("postgres_cpu_micros_per_job", of(entry, m -> m.cpuMicrosPerJob().postgres()));
      summary.put("clients_cpu_micros_per_job", of(entry, m -> m.cpuMicrosPerJob().clients()));
    }
    return summary;
  }
}
