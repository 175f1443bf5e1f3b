package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.host.CpuTime;
import io.tapline.bench.report.BarChart;
import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All rounds of one case: the medians of all contenders, and the ratio within each round. */
public record CaseReport(PeerCase peerCase, PeerPlan plan, List<RoundMeasurement> measurements) {

  private static final String NONE = "–";
  private static final int COLUMNS = 13;

  public CaseReport {
    measurements = List.copyOf(measurements);
  }

  /**
   * The median of the rounds of a contender.
   *
   * @return empty when it was not measured
   */
  public Optional<Spread> of(String contender, ToDoubleFunction<RoundMeasurement> figure) {
    return entry(contender).map(entry -> of(entry, figure));
  }

  /**
   * Summarizes a figure that may be unknown, which is null.
   *
   * @return empty when it is unknown in a round
   */
  public Optional<Spread> ofKnown(String contender, Function<RoundMeasurement, Double> figure) {
    boolean known =
        measurements.stream()
            .filter(measured -> measured.contender().equals(contender))
            .allMatch(measured -> figure.apply(measured) != null);
    return known ? of(contender, figure::apply) : Optional.empty();
  }

  /** Whether a contender belongs to the run, measured or not. */
  public boolean includes(String contender) {
    return lineup().ours().name().equals(contender) || lineup().peers().contains(contender);
  }

  /**
   * The ratio of the figures of two contenders, round by round, because other load of the machine
   * affects both.
   *
   * @return empty when one of the two was not measured
   */
  public Optional<Spread> ratio(
      String one, String other, ToDoubleFunction<RoundMeasurement> figure) {
    return entry(one).flatMap(a -> entry(other).map(b -> ratio(a, b, figure)));
  }

  /** The reason why a contender was not measured. */
  public String absence(String contender) {
    return lineup().absent().stream()
        .filter(absent -> absent.name().equals(contender))
        .map(ContenderLineup.Absent::reason)
        .findFirst()
        .orElse("left out");
  }

  private Optional<Contender.Entry> entry(String name) {
    return lineup().entries().stream()
        .filter(entry -> entry.name().equals(name))
        .filter(entry -> measurements.stream().anyMatch(m -> m.contender().equals(name)))
        .findFirst();
  }

  private ContenderLineup lineup() {
    return peerCase.lineup();
  }

  private Spread of(Contender.Entry entry, ToDoubleFunction<RoundMeasurement> figure) {
    return Spread.of(
        measurements.stream()
            .filter(m -> m.contender().equals(entry.name()))
            .map(figure::applyAsDouble)
            .toList());
  }

  private Spread ratio(
      Contender.Entry one, Contender.Entry other, ToDoubleFunction<RoundMeasurement> figure) {
    var ratios = new ArrayList<Double>();
    for (var mine : measurements) {
      for (var theirs : measurements) {
        if (mine.contender().equals(one.name())
            && theirs.contender().equals(other.name())
            && mine.round() == theirs.round()) {
          ratios.add(figure.applyAsDouble(mine) / figure.applyAsDouble(theirs));
        }
      }
    }
    return Spread.of(ratios);
  }

  /** The ratio of our figure to theirs. */
  private Spread ratio(Contender.Entry theirs, ToDoubleFunction<RoundMeasurement> figure) {
    return ratio(lineup().ours(), theirs, figure);
  }

  public String table() {
    var table =
        new MarkdownTable(
            "median (lowest–highest)",
            "jobs/s, backlog to done",
            "tapline ÷ it",
            "enqueued/s, by 1,000",
            "tapline ÷ it",
            "p50 ms at half rate",
            "p99 ms at half rate",
            "WAL B/job",
            "commits/job",
            "B-tree entries/job",
            "dead tuples/job",
            "CPU µs/job: PostgreSQL",
            "clients");
    lineup().entries().forEach(entry -> table.row(row(entry)));
    lineup().absent().forEach(absent -> table.row(row(absent)));
    return peerCase.title() + "\n\n" + table + overHttp();
  }

  /** The share of the in-process rate that remains over HTTP. */
  private String overHttp() {
    return httpShare()
        .map(share -> "%nOver HTTP: %s of the jobs/s in process.%n".formatted(share.text(2)))
        .orElse("");
  }

  private Optional<Spread> httpShare() {
    return ratio(
        TaplineContender.OVER_HTTP, lineup().ours().name(), RoundMeasurement::jobsPerSecond);
  }

  private List<String> row(Contender.Entry entry) {
    boolean ours = entry.equals(lineup().ours());
    return List.of(
        entry.name() + " " + entry.version(),
        of(entry, RoundMeasurement::jobsPerSecond).text(0),
        ours ? "1" : ratio(entry, RoundMeasurement::jobsPerSecond).text(2),
        of(entry, RoundMeasurement::enqueuedPerSecond).text(0),
        ours ? "1" : ratio(entry, RoundMeasurement::enqueuedPerSecond).text(2),
        paced() ? of(entry, RoundMeasurement::pacedMillis).text(1) : NONE,
        paced() ? of(entry, m -> m.paced().millis().p99()).text(1) : NONE,
        Spread.number(of(entry, RoundMeasurement::walBytesPerJob).median(), 0),
        Spread.number(of(entry, RoundMeasurement::commitsPerJob).median(), 3),
        ofKnown(entry.name(), RoundMeasurement::indexEntriesPerJob)
            .map(entries -> Spread.number(entries.median(), 1))
            .orElse(NONE),
        Spread.number(of(entry, RoundMeasurement::deadTuplesPerJob).median(), 2),
        cpu(entry, CpuTime::postgres),
        cpu(entry, CpuTime::clients));
  }

  private static List<String> row(ContenderLineup.Absent absent) {
    var cells = new ArrayList<>(Collections.nCopies(COLUMNS, NONE));
    cells.set(0, absent.toString());
    return cells;
  }

  private String cpu(Contender.Entry entry, ToDoubleFunction<CpuTime> part) {
    return cpuKnown()
        ? Spread.number(of(entry, m -> part.applyAsDouble(m.cpuMicrosPerJob())).median(), 0)
        : NONE;
  }

  /** Whether the system provides processor times. */
  public boolean cpuKnown() {
    return measurements.stream().allMatch(m -> m.cpuMicrosPerJob() != null);
  }

  /** Whether the run includes the load at half of the peak rate. */
  public boolean paced() {
    return plan.pacedSeconds() > 0;
  }

  List<BarChart.Bar> bars(ToDoubleFunction<RoundMeasurement> figure) {
    return lineup().entries().stream()
        .map(entry -> new BarChart.Bar(entry.name(), of(entry, figure), tapline(entry)))
        .toList();
  }

  private boolean tapline(Contender.Entry entry) {
    return entry.name().startsWith(lineup().ours().name());
  }

  /** The machine-readable form. */
  Map<String, Object> figures() {
    var document = new LinkedHashMap<String, Object>();
    document.put("title", peerCase.title());
    document.put("contenders", lineup().entries().stream().map(this::summary).toList());
    httpShare().ifPresent(share -> document.put("http_over_in_process", share));
    document.put("not_measured", lineup().absent());
    document.put("rounds", measurements);
    return document;
  }

  /** Whether the report contains all rounds. */
  boolean complete() {
    return measurements.stream().mapToInt(RoundMeasurement::round).max().orElse(0) == plan.rounds();
  }

  private Map<String, Object> summary(Contender.Entry entry) {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("name", entry.name());
    summary.put("version", entry.version());
    summary.put("settings", entry.settings());
    summary.put("jobs_per_second", of(entry, RoundMeasurement::jobsPerSecond));
    summary.put("tapline_ratio", ratio(entry, RoundMeasurement::jobsPerSecond));
    summary.put("enqueued_per_second", of(entry, RoundMeasurement::enqueuedPerSecond));
    summary.put("tapline_enqueue_ratio", ratio(entry, RoundMeasurement::enqueuedPerSecond));
    if (paced()) {
      summary.put("p50_millis", of(entry, RoundMeasurement::pacedMillis));
      summary.put("p99_millis", of(entry, m -> m.paced().millis().p99()));
    }
    summary.put("wal_bytes_per_job", of(entry, RoundMeasurement::walBytesPerJob));
    summary.put("commits_per_job", of(entry, RoundMeasurement::commitsPerJob));
    ofKnown(entry.name(), RoundMeasurement::indexEntriesPerJob)
        .ifPresent(entries -> summary.put("index_entries_per_job", entries));
    summary.put("dead_tuples_per_job", of(entry, RoundMeasurement::deadTuplesPerJob));
    if (cpuKnown()) {
      summary.put("postgres_cpu_micros_per_job", of(entry, m -> m.cpuMicrosPerJob().postgres()));
      summary.put("clients_cpu_micros_per_job", of(entry, m -> m.cpuMicrosPerJob().clients()));
    }
    return summary;
  }
}
