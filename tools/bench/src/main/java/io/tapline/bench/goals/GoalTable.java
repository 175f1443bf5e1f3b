package io.tapline.bench.goals;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.contender.TaplineWorkerContender;
import io.tapline.bench.figures.Figure;
import io.tapline.bench.figures.FigureReport;
import io.tapline.bench.host.CpuTime;
import io.tapline.bench.peers.CaseReport;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.peers.RoundMeasurement;
import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Spread;
import io.tapline.bench.scale.ScaleCell;
import io.tapline.bench.scale.ScaleReport;
import io.tapline.bench.scale.ScaleRun;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The goals of the store beside the figures of one run on one machine. A goal whose part does not
 * belong to the run is not listed.
 */
public record GoalTable(List<Goal> goals) {

  /** Families of cases whose rate must equal the rate of the empty case. */
  public static final List<String> FLAT_FAMILIES =
      List.of("ready", "finished", "delayed", "claimers", "open");

  private static final String OURS = TaplineContender.IN_PROCESS;
  private static final String HTTP = TaplineContender.OVER_HTTP;
  private static final String WORKER = TaplineWorkerContender.NAME;
  private static final String FETCH = "db-scheduler fetch";
  private static final String LOCK_AND_FETCH = "db-scheduler lock-and-fetch";
  private static final String GRAPHILE = "graphile-worker";
  private static final String PG_BOSS = "pg-boss";
  private static final double FLAT = 0.9;

  /** Peers of the batch case that a goal names. */
  public static final List<String> BATCH_PEERS = List.of(HTTP, LOCK_AND_FETCH, PG_BOSS);

  /** Peers of the single case that a goal names. */
  public static final List<String> SINGLE_PEERS = List.of(HTTP, WORKER, FETCH, GRAPHILE);

  public GoalTable {
    goals = List.copyOf(goals);
  }

  /**
   * Each part is null when it does not belong to the run.
   *
   * @param figures single figures
   */
  public static GoalTable of(PeersReport peers, FigureReport figures, ScaleReport scale) {
    var goals = new ArrayList<Goal>();
    if (peers != null) {
      peers.of(PeerCase.SINGLE).map(GoalTable::single).ifPresent(goals::addAll);
      peers.of(PeerCase.BATCH).map(GoalTable::batch).ifPresent(goals::addAll);
    }
    if (figures != null) {
      goals.addAll(own(figures));
    }
    if (scale != null) {
      FLAT_FAMILIES.stream()
          .filter(family -> belongs(scale, family))
          .forEach(family -> goals.add(flat(scale, family)));
    }
    return new GoalTable(goals);
  }

  private static List<Goal> single(CaseReport report) {
    return Stream.of(
            ratio(report, OURS, FETCH, "one by one: jobs/s in process", 1),
            ratio(report, HTTP, GRAPHILE, "one by one: jobs/s over HTTP", 0.7),
            ratio(report, WORKER, GRAPHILE, "one by one: jobs/s of the worker over HTTP", 1))
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<Goal> batch(CaseReport report) {
    return Stream.of(
            ratio(report, OURS, LOCK_AND_FETCH, "batches: jobs/s in process", 1.3),
            ratio(report, HTTP, OURS, "batches: jobs/s over HTTP", 0.75),
            cost(report, "processor of PostgreSQL, µs", 120, cpu(CpuTime::postgres)),
            cost(report, "processor of Java, µs", 50, cpu(CpuTime::clients)),
            cost(report, "bytes of WAL", 2_000, RoundMeasurement::walBytesPerJob),
            cost(report, "B-tree entries", 10, RoundMeasurement::indexEntriesPerJob),
            cost(report, "dead tuples", 2, RoundMeasurement::deadTuplesPerJob),
            paced(report, OURS, "in process", 10),
            paced(report, HTTP, "over HTTP", 20),
            ratio(
                report,
                OURS,
                PG_BOSS,
                "enqueued/s by 1,000 in process",
                1,
                RoundMeasurement::enqueuedPerSecond))
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<Goal> own(FigureReport report) {
    return Stream.of(Figure.values())
        .filter(figure -> report.measurements().contains(figure.measurement()))
        .map(one -> Goal.atMost(one.title(), one.goal(), report.of(one), report.absence(one)))
        .toList();
  }

  private static Optional<Goal> ratio(
      CaseReport report, String one, String other, String what, double least) {
    return ratio(report, one, other, what, least, RoundMeasurement::jobsPerSecond);
  }

  private static Optional<Goal> ratio(
      CaseReport report,
      String one,
      String other,
      String what,
      double least,
      ToDoubleFunction<RoundMeasurement> figure) {
    if (!report.includes(one) || !report.includes(other)) {
      return Optional.empty();
    }
    return Optional.of(
        Goal.atLeast(
            what + " ÷ " + (other.equals(OURS) ? "in process" : other),
            least,
            report.ratio(one, other, figure),
            missing(report, one, other)));
  }

  /**
   * A cost per job of Tapline.
   *
   * @param figure null if it is unknown
   */
  private static Optional<Goal> cost(
      CaseReport report, String what, double most, Function<RoundMeasurement, Double> figure) {
    return Optional.of(
        Goal.atMost(
            "batches: " + what + " per job",
            most,
            report.ofKnown(OURS, figure),
            "this system does not provide it"));
  }

  private static Function<RoundMeasurement, Double> cpu(ToDoubleFunction<CpuTime> part) {
    return measured ->
        measured.cpuMicrosPerJob() == null
            ? null
            : Double.valueOf(part.applyAsDouble(measured.cpuMicrosPerJob()));
  }

  private static Optional<Goal> paced(
      CaseReport report, String contender, String where, double most) {
    if (!report.paced() || !report.includes(contender)) {
      return Optional.empty();
    }
    return Optional.of(
        Goal.atMost(
            "batches: p50 from due to done at half rate " + where + ", ms",
            most,
            report.of(contender, RoundMeasurement::pacedMillis),
            missing(report, contender)));
  }

  private static boolean belongs(ScaleReport scale, String family) {
    return scale.missing().containsKey(family) || scale.largest(ScaleRun.title(family)).isPresent();
  }

  private static Goal flat(ScaleReport scale, String family) {
    var title = ScaleRun.title(family);
    var cell =
        scale.missing().containsKey(family) ? Optional.<ScaleCell>empty() : scale.largest(title);
    return Goal.atLeast(
        "flat: " + title + cell.map(one -> ", " + one.label()).orElse(""),
        FLAT,
        cell.map(ScaleCell::ratios),
        scale.missing().get(family));
  }

  /** The reason of the first contender that was not measured. */
  private static String missing(CaseReport report, String... contenders) {
    return Stream.of(contenders)
        .filter(one -> report.of(one, RoundMeasurement::jobsPerSecond).isEmpty())
        .findFirst()
        .map(one -> one + ": " + report.absence(one))
        .orElse(null);
  }

  /** Reads saved goals. */
  public static GoalTable read(JsonNode goals) {
    return new GoalTable(goals.valueStream().map(goal -> Json.read(goal, Goal.class)).toList());
  }

  @Override
  public String toString() {
    var table = new MarkdownTable("figure", "goal", "median (lowest–highest)", "reached");
    goals.forEach(goal -> table.row(goal.row()));
    return table.toString();
  }

  /**
   * A figure and its bound, of which one is null.
   *
   * @param what the name of the figure
   * @param measured null when the figure was not measured
   * @param reached whether the median is within the bound; null when it was not measured
   * @param notMeasured the reason for that; null otherwise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Goal(
      String what,
      Double atLeast,
      Double atMost,
      Spread measured,
      Boolean reached,
      String notMeasured) {

    private static final String NONE = "–";
    private static final double WHOLE = 10;

    static Goal atLeast(String what, double bound, Optional<Spread> measured, String otherwise) {
      var reached = measured.map(spread -> spread.median() >= bound).orElse(null);
      return new Goal(
          what, bound, null, measured.orElse(null), reached, reached == null ? otherwise : null);
    }

    static Goal atMost(String what, double bound, Optional<Spread> measured, String otherwise) {
      var reached = measured.map(spread -> spread.median() <= bound).orElse(null);
      return new Goal(
          what, null, bound, measured.orElse(null), reached, reached == null ? otherwise : null);
    }

    List<String> row() {
      double bound = atMost == null ? atLeast : atMost;
      int decimals = bound < WHOLE ? 2 : 0;
      return List.of(
          what,
          (atMost == null ? "≥ " : "≤ ") + Spread.number(bound, decimals),
          measured == null ? NONE : measured.text(decimals),
          measured == null ? "not measured, " + notMeasured : reached ? "yes" : "no");
    }
  }
}
