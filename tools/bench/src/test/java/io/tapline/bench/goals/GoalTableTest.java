package io.tapline.bench.goals;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.DbSchedulerContender;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.contender.TaplineWorkerContender;
import io.tapline.bench.figures.Figure;
import io.tapline.bench.figures.FigureReport;
import io.tapline.bench.figures.FigureSizesBuilder;
import io.tapline.bench.host.CpuTime;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.peers.CaseReport;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerPlan;
import io.tapline.bench.peers.PeersReport;
import io.tapline.bench.peers.RoundMeasurement;
import io.tapline.bench.peers.RoundMeasurementBuilder;
import io.tapline.bench.report.Spread;
import io.tapline.bench.scale.ScaleCell;
import io.tapline.bench.scale.ScaleReport;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoalTableTest {

  private static final RunConditions SETTING =
      new RunConditions(
          "./tapline bench figures",
          "now",
          "0",
          new RunConditions.Machine("a processor", 2, "1 GiB", "a system"),
          "17",
          "18",
          Map.of("fsync", "on"));
  private static final PeerPlan PLAN = new PeerPlan(1_000, 2, 0, 10, 20, 0);

  private static final Contender.Entry ONE_BY_ONE = new TaplineContender.InProcess(16, 1);
  private static final Contender.Entry ONE_BY_ONE_HTTP = new TaplineContender.OverHttp(16, 1);
  private static final Contender.Entry WORKER = new TaplineWorkerContender.Terms(16);
  private static final Contender.Entry FETCH = DbSchedulerContender.fetch(16);
  private static final Contender.Entry BATCHES = new TaplineContender.InProcess(2, 100);
  private static final Contender.Entry LOCK_AND_FETCH = DbSchedulerContender.LOCK_AND_FETCH;

  private static final CaseReport SINGLE =
      new CaseReport(
          PeerCase.single(
              16,
              new ContenderLineup(
                  ONE_BY_ONE,
                  List.of(ONE_BY_ONE, ONE_BY_ONE_HTTP, WORKER, FETCH),
                  List.of(new ContenderLineup.Absent("graphile-worker", "needs Node.js")))),
          PLAN,
          List.of(
              measured(ONE_BY_ONE, 1, 300, 4.0),
              measured(ONE_BY_ONE_HTTP, 1, 150, 4.0),
              measured(FETCH, 1, 4_000, 4.0),
              measured(ONE_BY_ONE, 2, 500, 4.0),
              measured(ONE_BY_ONE_HTTP, 2, 100, 4.0),
              measured(FETCH, 2, 5_000, 4.0)));

  private static CaseReport batch(Double entries) {
    return new CaseReport(
        PeerCase.batch(2, 100, ContenderLineup.of(BATCHES, LOCK_AND_FETCH)),
        PLAN,
        List.of(measured(BATCHES, 1, 9_000, entries), measured(LOCK_AND_FETCH, 1, 6_000, 3.0)));
  }

  private static RoundMeasurement measured(
      Contender.Entry entry, int round, double rate, Double entries) {
    return RoundMeasurementBuilder.builder()
        .contender(entry.name())
        .round(round)
        .jobs(1_000)
        .enqueuedPerSecond(rate * 2)
        .jobsPerSecond(rate)
        .walBytesPerJob(2_001)
        .commitsPerJob(2)
        .indexEntriesPerJob(entries)
        .deadTuplesPerJob(2)
        .cpuMicrosPerJob(new CpuTime(100, 80))
        .build();
  }

  private static FigureReport figures(Map<Figure, List<Double>> rounds) {
    var sizes =
        FigureSizesBuilder.builder()
            .rounds(3)
            .jobs(1)
            .batch(1)
            .reports(1)
            .warmUpReports(1)
            .warmUpSeconds(1)
            .handlerSeconds(1)
            .firstJobs(1)
            .connections(1)
            .serve(List.of())
            .build();
    return new FigureReport(
        sizes, List.of("disk", "serve"), Map.of("serve", "failed: no bash"), rounds);
  }

  private static ScaleReport scale() {
    return new ScaleReport(
        SETTING,
        null,
        List.of(
            new ScaleCell("ready subjects", "1 k", new Spread(5_000, 4_000, 6_000), 1),
            new ScaleCell("ready subjects", "1 M", new Spread(4_500, 4_000, 5_500), 0.9),
            new ScaleCell("claimers at once", "2", new Spread(5_000, 4_000, 6_000), 1)),
        List.of(),
        Map.of("claimers", "failed: no connection"));
  }

  private static PeersReport peers(CaseReport... cases) {
    return new PeersReport(SETTING, PLAN, List.of(cases));
  }

  private static List<String> lines(GoalTable goals) {
    return goals.toString().lines().skip(2).map(line -> line.replaceAll(" +", " ")).toList();
  }

  @Test
  void each_goal_of_the_run_has_its_bound_its_spread_and_whether_the_median_reaches_it() {
    var goals =
        GoalTable.of(
            peers(SINGLE, batch(10.0)),
            figures(
                Map.of(
                    Figure.FINISHED_BYTES, List.of(2_499.0, 2_500.0, 9_000.0),
                    Figure.RETIRED_BYTES, List.of(200.0, 201.0, 202.0))),
            scale());

    assertThat(lines(goals))
        .containsExactly(
            "| one by one: jobs/s in process ÷ db-scheduler fetch | ≥ 1.00 | 0.09 (0.08–0.10) | no |",
            "| one by one: jobs/s over HTTP ÷ graphile-worker | ≥ 0.70 | – | not measured,"
                + " graphile-worker: needs Node.js |",
            "| one by one: jobs/s of the worker over HTTP ÷ graphile-worker | ≥ 1.00 | – | not"
                + " measured, tapline worker over HTTP: left out |",
            "| batches: jobs/s in process ÷ db-scheduler lock-and-fetch | ≥ 1.30 | 1.50"
                + " (1.50–1.50) | yes |",
            "| batches: processor of PostgreSQL, µs per job | ≤ 120 | 100 (100–100) | yes |",
            "| batches: processor of Java, µs per job | ≤ 50 | 80 (80–80) | no |",
            "| batches: bytes of WAL per job | ≤ 2,000 | 2,001 (2,001–2,001) | no |",
            "| batches: B-tree entries per job | ≤ 10 | 10 (10–10) | yes |",
            "| batches: dead tuples per job | ≤ 2.00 | 2.00 (2.00–2.00) | yes |",
            "| disk per finished job with its indexes, bytes | ≤ 2,500 | 2,500 (2,499–9,000) | yes |",
            "| disk per retired job with its indexes, bytes | ≤ 200 | 201 (200–202) | no |",
            "| first 1,000 jobs of a new server: processor of the server per job, ms | ≤ 4.00 | –"
                + " | not measured, failed: no bash |",
            "| serve on its own data, from the command to ready, s | ≤ 3.50 | – | not measured,"
                + " failed: no bash |",
            "| flat: ready subjects, 1 M | ≥ 0.90 | 0.90 (0.80–1.10) | yes |",
            "| flat: claimers at once | ≥ 0.90 | – | not measured, failed: no connection |");
  }

  @Test
  void the_table_is_the_same_after_it_was_saved_and_read() {
    var goals = GoalTable.of(peers(SINGLE, batch(9.5)), null, scale());

    var read = GoalTable.read(Json.parse(Json.tree(goals.goals()).toString()));

    assertThat(read).isEqualTo(goals);
    assertThat(read).hasToString(goals.toString());
  }

  @Test
  void a_goal_whose_part_does_not_belong_to_the_run_is_not_listed() {
    assertThat(GoalTable.of(null, figures(Map.of()), null).goals())
        .extracting(GoalTable.Goal::what)
        .containsExactly(
            Figure.FINISHED_BYTES.title(),
            Figure.RETIRED_BYTES.title(),
            Figure.FIRST_JOBS.title(),
            Figure.SERVE_READY.title());
  }

  @Test
  void an_unknown_number_of_entries_is_not_measured_and_does_not_count_as_reached() {
    var entries =
        GoalTable.of(peers(batch(null)), null, null).goals().stream()
            .filter(goal -> goal.what().contains("B-tree"))
            .findFirst()
            .orElseThrow();

    assertThat(entries.measured()).isNull();
    assertThat(entries.reached()).isNull();
  }
}
