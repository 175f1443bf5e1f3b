package io.tapline.bench.goals;

import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.contender.TaplineHttpContender;
import io.tapline.bench.peers.CaseReport;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.peers.RoundMeasurement;
import io.tapline.bench.report.MarkdownTable;
import io.tapline.bench.report.Spread;
import io.tapline.bench.scale.ScaleReport;
import io.tapline.bench.scale.ScaleRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What the store is to reach, beside what a run measured. All of one run, on one machine. */
public record GoalTable(List<Goal> goals) {

  /** Families of cases in which the rate is to stay what it is in the empty case. */
  public static final List<String> FLAT_FAMILIES =
      List.of("ready", "finished", "delayed", "claimers", "open");

  /** Of the batch case, beside ours. */
  public static final List<String> BATCH_PEERS =
      List.of(TaplineHttpContender.Terms.NAME, "db-scheduler lock-and-fetch", "pg-boss");

  /** Of the single case, beside ours. */
  public static final List<String> SINGLE_PEERS =
      List.of(TaplineHttpContender.Terms.NAME, "db-scheduler fetch", "graphile-worker");

  private static final String OURS = TaplineContender.Terms.NAME;
  private static final String HTTP = TaplineHttpContender.Terms.NAME;
  private static final String NO_SCALE = "see bench figures";
  private static final double FLAT = 0.8;

  public GoalTable {
    goals = List.copyOf(goals);
  }

  /**
   * @param scale null when that was not run
   */
  public static GoalTable of(PeersReport peers, ScaleReport scale) {
    var goals = new ArrayList<Goal>();
    goals.add(
        ratio(peers, PeerCase.BATCH, OURS, "db-scheduler lock-and-fetch", "jobs/s in process"));
    goals.add(ratio(peers, PeerCase.SINGLE, OURS, "db-scheduler fetch", "jobs/s in process"));
    goals.add(ratio(peers, PeerCase.SINGLE, HTTP, "graphile-worker", "jobs/s over HTTP"));
    goals.add(
        Goal.atLeast(
            "batch: jobs/s over HTTP ÷ in process",
            0.75,
            find(
                peers,
                PeerCase.BATCH,
                one -> one.ratio(HTTP, OURS, RoundMeasurement::jobsPerSecond)),
            missing(peers, PeerCase.BATCH, HTTP)));
    goals.add(cpu(peers, "PostgreSQL", 110, m -> m.cpuMicrosPerJob().postgres()));
    goals.add(cpu(peers, "Java", 70, m -> m.cpuMicrosPerJob().clients()));
    goals.add(atMost(peers, "WAL bytes per job", 2_600, RoundMeasurement::walBytesPerJob));
    goals.add(atMost(peers, "dead tuples per job", 2, RoundMeasurement::deadTuplesPerJob));
    goals.add(
        Goal.atLeast(
            "enqueued/s by 1,000 ÷ pg-boss",
            1,
            find(
                peers,
                PeerCase.BATCH,
                one -> one.ratio(OURS, "pg-boss", RoundMeasurement::enqueuedPerSecond)),
            missing(peers, PeerCase.BATCH, "pg-boss")));
    goals.add(paced(peers, OURS, "in process", 15));
    goals.add(paced(peers, HTTP, "over HTTP", 25));
    FLAT_FAMILIES.forEach(family -> goals.add(flat(scale, family)));
    return new GoalTable(goals);
  }

  private static Goal ratio(
      PeersReport peers, String caseName, String one, String other, String what) {
    var measured =
        find(peers, caseName, report -> report.ratio(one, other, RoundMeasurement::jobsPerSecond));
    return Goal.atLeast(
        "%s: %s ÷ %s".formatted(caseName, what, other),
        1,
        measured,
        missing(peers, caseName, one, other));
  }

  private static Goal cpu(
      PeersReport peers, String whose, double most, ToDoubleFunction<RoundMeasurement> figure) {
    return Goal.atMost(
        "batch: CPU µs per job of " + whose,
        most,
        find(
            peers, PeerCase.BATCH, one -> one.cpuKnown() ? one.of(OURS, figure) : Optional.empty()),
        "this system does not tell, or there was no batch case");
  }

  private static Goal atMost(
      PeersReport peers, String what, double most, ToDoubleFunction<RoundMeasurement> figure) {
    return Goal.atMost(
        "batch: " + what,
        most,
        find(peers, PeerCase.BATCH, one -> one.of(OURS, figure)),
        missing(peers, PeerCase.BATCH, OURS));
  }

  private static Goal paced(PeersReport peers, String contender, String where, double most) {
    return Goal.atMost(
        "batch: p50 ms from due to done at half rate, " + where,
        most,
        find(
            peers,
            PeerCase.BATCH,
            one ->
                one.paced() ? one.of(contender, RoundMeasurement::pacedMillis) : Optional.empty()),
        missing(peers, PeerCase.BATCH, contender));
  }

  private static Goal flat(ScaleReport scale, String family) {
    var cell = Optional.ofNullable(scale).flatMap(report -> report.largest(ScaleRun.title(family)));
    var why = scale == null ? NO_SCALE : scale.missing().getOrDefault(family, "left out");
    return Goal.atLeast(
        cell.map(one -> "flat: " + one.family() + ", " + one.label())
            .orElse("flat: " + ScaleRun.title(family)),
        FLAT,
        cell.map(one -> new Spread(one.ratio(), one.ratio(), one.ratio())),
        why);
  }

  private static Optional<Spread> find(
      PeersReport peers, String caseName, Function<CaseReport, Optional<Spread>> figure) {
    return peers.of(caseName).flatMap(figure);
  }

  /** Of the contenders that are not there, the first one's reason. */
  private static String missing(PeersReport peers, String caseName, String... contenders) {
    var report = peers.of(caseName);
    if (report.isEmpty()) {
      return "the " + caseName + " case was left out";
    }
    for (var contender : contenders) {
      if (report.get().of(contender, RoundMeasurement::jobsPerSecond).isEmpty()) {
        return contender + ": " + report.get().absence(contender);
      }
    }
    return "no jobs came at half of the rate";
  }

  @Override
  public String toString() {
    var table =
        new MarkdownTable(
            "goal", "median (lowest–highest)", "wanted", "measured ÷ wanted", "reached");
    goals.forEach(goal -> table.row(goal.row()));
    return table.toString();
  }

  /** For a machine to read. */
  public List<Map<String, Object>> figures() {
    return goals.stream().map(Goal::figures).toList();
  }
}
