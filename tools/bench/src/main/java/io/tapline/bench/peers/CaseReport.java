package io.tapline.bench.peers;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.TaplineContender;
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
import java.util.stream.Stream;

/** All rounds of one case: the medians of all contenders, and the ratio within each round. */
public record CaseReport(PeerCase peerCase, PeerPlan plan, List<RoundMeasurement> measurements) {

  private static final String NONE = "–";
  private static final List<Column> COLUMNS =
      List.of(
          Column.spread(
              "jobs/s, backlog to done", "jobs_per_second", 0, RoundMeasurement::jobsPerSecond),
          Column.ratio("tapline_ratio", RoundMeasurement::jobsPerSecond),
          Column.spread(
              "enqueued/s, by 1,000",
              "enqueued_per_second",
              0,
              RoundMeasurement::enqueuedPerSecond),
          Column.ratio("tapline_enqueue_ratio", RoundMeasurement::enqueuedPerSecond),
          Column.spread("p50 ms at half rate", "p50_millis", 1, RoundMeasurement::pacedMillis),
          Column.spread(
              "p99 ms at half rate",
              "p99_millis",
              1,
              m -> m.paced() == null ? null : m.paced().millis().p99()),
          Column.median("WAL B/job", "wal_bytes_per_job", 0, RoundMeasurement::walBytesPerJob),
          Column.median("commits/job", "commits_per_job", 3, RoundMeasurement::commitsPerJob),
          Column.median(
              "B-tree entries/job",
              "index_entries_per_job",
              1,
              RoundMeasurement::indexEntriesPerJob),
          Column.median(
              "dead tuples/job", "dead_tuples_per_job", 2, RoundMeasurement::deadTuplesPerJob),
          Column.median(
              "CPU µs/job: PostgreSQL",
              "postgres_cpu_micros_per_job",
              0,
              m -> m.cpuMicrosPerJob() == null ? null : m.cpuMicrosPerJob().postgres()),
          Column.median(
              "clients",
              "clients_cpu_micros_per_job",
              0,
              m -> m.cpuMicrosPerJob() == null ? null : m.cpuMicrosPerJob().clients()));

  /**
   * A figure of each contender.
   *
   * @param title title of the column
   * @param key name in the machine-readable form
   * @param ratio whether the ratio of our figure to the contender's is shown instead
   * @param spread whether the table shows the spread beside the median
   * @param figure returns null when it is unknown
   */
  private record Column(
      String title,
      String key,
      int decimals,
      boolean ratio,
      boolean spread,
      Function<RoundMeasurement, Double> figure) {

    static Column spread(
        String title, String key, int decimals, Function<RoundMeasurement, Double> figure) {
      return new Column(title, key, decimals, false, true, figure);
    }

    static Column median(
        String title, String key, int decimals, Function<RoundMeasurement, Double> figure) {
      return new Column(title, key, decimals, false, false, figure);
    }

    static Column ratio(String key, Function<RoundMeasurement, Double> figure) {
      return new Column("tapline ÷ it", key, 2, true, true, figure);
    }
  }

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

  /** Empty when the figure is unknown. */
  private Optional<Spread> of(Contender.Entry entry, Column column) {
    return column.ratio()
        ? Optional.of(ratio(lineup().ours(), entry, column.figure()::apply))
        : ofKnown(entry.name(), column.figure());
  }

  public String table() {
    var titles =
        Stream.concat(Stream.of("median (lowest–highest)"), COLUMNS.stream().map(Column::title));
    var table = new MarkdownTable(titles.toArray(String[]::new));
    for (var entry : lineup().entries()) {
      var cells = COLUMNS.stream().map(column -> cell(entry, column));
      table.row(Stream.concat(Stream.of(entry.name() + " " + entry.version()), cells).toList());
    }
    for (var absent : lineup().absent()) {
      var cells = Collections.nCopies(COLUMNS.size(), NONE).stream();
      table.row(Stream.concat(Stream.of(absent.toString()), cells).toList());
    }
    return peerCase.title() + "\n\n" + table + overHttp();
  }

  private String cell(Contender.Entry entry, Column column) {
    if (column.ratio() && entry.equals(lineup().ours())) {
      return "1";
    }
    return of(entry, column)
        .map(
            figure ->
                column.spread()
                    ? figure.text(column.decimals())
                    : Spread.number(figure.median(), column.decimals()))
        .orElse(NONE);
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
    COLUMNS.forEach(
        column -> of(entry, column).ifPresent(figure -> summary.put(column.key(), figure)));
    return summary;
  }
}
