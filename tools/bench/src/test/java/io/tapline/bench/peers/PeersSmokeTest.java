package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.DbSchedulerContender;
import io.tapline.bench.contender.JobRunrContender;
import io.tapline.bench.contender.QuartzContender;
import io.tapline.bench.contender.TaplineContender;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The run itself works; how fast anything is, is no business of the test suite. */
@Tag("soak")
class PeersSmokeTest {

  private static final int JOBS = 20;

  /** Attempts of the whole run: on a busy machine a peer may fail once, but not each time. */
  private static final int TRIES = 3;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  @Test
  void workers_with_one_job_at_a_time_finish_a_backlog_and_a_steady_load() {
    var single =
        ContenderLineup.of(new TaplineContender.InProcess(3, 1), DbSchedulerContender.fetch(3));

    var measured = run(new PeerPlan(JOBS, 1, 0, 1, 1, 1), PeerCase.single(3, single));

    assertThat(measured).allMatch(m -> m.paced().millis().p50() > 0);
  }

  @Test
  void every_other_contender_of_this_jvm_gets_all_jobs_done() {
    run(
        new PeerPlan(JOBS, 1, 0, 1, 1, 0),
        PeerCase.batch(
            2,
            JOBS,
            ContenderLineup.of(
                DbSchedulerContender.lockAndFetch(3),
                JobRunrContender.of(3),
                QuartzContender.ENTRY)));
  }

  @Test
  void both_cases_run_with_all_contenders_of_this_jvm_and_a_server_of_its_own() {
    var plan = new PeerPlan(60, 1, 20, 1, 1, 1);
    var http = new TaplineContender.OverHttp(2, 20);
    var batch = ContenderLineup.batch(2, 20);
    assertThat(batch.entries()).contains(http);

    run(plan, PeerCase.single(3, ContenderLineup.single(3)), PeerCase.batch(2, 20, batch));
  }

  /** A round fails by itself when the database does not say that all jobs are done. */
  private List<RoundMeasurement> run(PeerPlan plan, PeerCase... cases) {
    var all = List.of(cases).stream().flatMap(one -> one.lineup().entries().stream()).toList();
    var measured = once(plan, cases);
    for (int more = 1; more < TRIES && measured.size() < all.size(); more++) {
      measured = once(plan, cases);
    }
    assertThat(measured)
        .as(() -> shown.toString(StandardCharsets.UTF_8))
        .extracting(RoundMeasurement::contender)
        .containsExactlyInAnyOrderElementsOf(all.stream().map(Contender.Entry::name).toList());
    assertThat(measured).allMatch(m -> m.walBytesPerJob() > 0);
    assertThat(measured).allMatch(m -> m.commitsPerJob() > 0);
    assertThat(measured).allMatch(m -> m.deadTuplesPerJob() >= 1);
    assertThat(measured).allMatch(m -> m.cpuMicrosPerJob() != null);
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("jobs/s");
    return measured;
  }

  private List<RoundMeasurement> once(PeerPlan plan, PeerCase... cases) {
    var out = new PrintStream(shown, true, StandardCharsets.UTF_8);
    return new PeerComparison(List.of(cases), plan, "./tapline bench peers")
        .run(TestBench.server(), out, soFar -> {}).cases().stream()
            .flatMap(report -> report.measurements().stream())
            .toList();
  }
}
