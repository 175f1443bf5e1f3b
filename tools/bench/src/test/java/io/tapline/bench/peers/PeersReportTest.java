package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.DbSchedulerContender;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.host.CpuTime;
import io.tapline.bench.host.RunConditions;
import io.tapline.bench.report.Percentiles;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reports from given figures, without a measurement. */
class PeersReportTest {

  private static final RunConditions SETTING =
      new RunConditions(
          "./tapline bench peers",
          "now",
          "0",
          new RunConditions.Machine("a processor", 2, "1 GiB", "a system"),
          "17",
          "18",
          Map.of("fsync", "on"));
  private static final PeerPlan PLAN = new PeerPlan(1_000, 2, 0, 10, 20, 6);

  private static final Contender.Entry ONE_BY_ONE = new TaplineContender.InProcess(16, 1);
  private static final Contender.Entry ONE_BY_ONE_HTTP = new TaplineContender.OverHttp(16, 1);
  private static final Contender.Entry BATCHES = new TaplineContender.InProcess(2, 100);
  private static final Contender.Entry BATCHES_HTTP = new TaplineContender.OverHttp(2, 100);

  private static final CaseReport SINGLE =
      new CaseReport(
          PeerCase.single(
              16,
              new ContenderLineup(
                  ONE_BY_ONE,
                  List.of(ONE_BY_ONE, ONE_BY_ONE_HTTP, DbSchedulerContender.fetch(16)),
                  List.of(new ContenderLineup.Absent("graphile-worker", "needs Node.js")))),
          PLAN,
          List.of(
              measured(ONE_BY_ONE, 1, 300),
              measured(ONE_BY_ONE_HTTP, 1, 150),
              measured(DbSchedulerContender.fetch(16), 1, 4_000),
              measured(ONE_BY_ONE, 2, 500),
              measured(ONE_BY_ONE_HTTP, 2, 100),
              measured(DbSchedulerContender.fetch(16), 2, 5_000)));

  private static final CaseReport BATCH =
      new CaseReport(
          PeerCase.batch(
              2,
              100,
              ContenderLineup.of(BATCHES, BATCHES_HTTP, DbSchedulerContender.LOCK_AND_FETCH)),
          PLAN,
          List.of(
              measured(BATCHES, 1, 9_000),
              measured(BATCHES_HTTP, 1, 7_200),
              measured(DbSchedulerContender.LOCK_AND_FETCH, 1, 6_000)));

  private static RoundMeasurement measured(Contender.Entry entry, int round, double rate) {
    return RoundMeasurementBuilder.builder()
        .contender(entry.name())
        .round(round)
        .jobs(1_000)
        .enqueuedPerSecond(rate * 2)
        .jobsPerSecond(rate)
        .walBytesPerJob(2_000)
        .commitsPerJob(2)
        .deadTuplesPerJob(4)
        .cpuMicrosPerJob(new CpuTime(100, 80))
        .paced(new PacedRun.Outcome(rate / 2, new Percentiles(1, 20, 20, 20, 20, 20)))
        .build();
  }

  private final PeersReport report = new PeersReport(SETTING, PLAN, List.of(SINGLE, BATCH));

  @Test
  void the_first_table_is_of_those_that_take_one_job_at_a_time_the_second_of_batches() {
    assertThat(report.table())
        .containsSubsequence(
            "16 workers, one job at a time\n\n|",
            "graphile-worker: not measured, needs Node.js",
            "Over HTTP: 0.35 (0.20–0.50) of the jobs/s in process.",
            "in batches (Tapline: 2 workers, up to 100 jobs at a time)\n\n|",
            "Over HTTP: 0.80 (0.80–0.80) of the jobs/s in process.");
    assertThat(report.chart())
        .containsSubsequence(
            "jobs per second, backlog to done: 16 workers, one job at a time",
            "jobs per second, backlog to done: in batches",
            "jobs enqueued per second",
            "milliseconds from due to done");
  }

  @Test
  void a_machine_reads_every_contender_of_each_case_and_whether_all_rounds_are_there() {
    var figures = Json.tree(report.figures());

    assertThat(figures.at("/complete").booleanValue()).isFalse();
    assertThat(figures.at("/single/contenders")).hasSize(3);
    assertThat(figures.at("/single/contenders/2/tapline_ratio/low").doubleValue()).isEqualTo(0.075);
    assertThat(figures.at("/single/not_measured/0/reason").stringValue())
        .isEqualTo("needs Node.js");
    assertThat(figures.at("/batch/http_over_in_process/median").doubleValue()).isEqualTo(0.8);
    assertThat(figures.at("/batch/rounds")).hasSize(3);
    assertThat(figures.at("/setting/postgres_settings/fsync").stringValue()).isEqualTo("on");
  }
}
