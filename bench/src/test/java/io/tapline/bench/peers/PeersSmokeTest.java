package io.tapline.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.contender.Contender;
import io.tapline.bench.contender.Lineup;
import io.tapline.bench.contender.TaplineContender;
import io.tapline.bench.contender.TaplineHttpContender;
import io.tapline.bench.host.Setting;
import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The run itself works; how fast anything is, is no business of the test suite. */
class PeersSmokeTest {

  private static final Plan TINY = new Plan(60, 1, 0, 1, 1);

  /** Of the whole run: on a busy machine a peer may drop out once, but not each time. */
  private static final int TRIES = 3;

  @Test
  void every_contender_of_this_jvm_gets_all_jobs_done_and_the_report_has_them_all() {
    var shown = new ByteArrayOutputStream();
    var ours = new TaplineContender.Terms(2, 20);
    var all = Lineup.inProcess(ours);
    var absent = new Lineup.Absent("pg-boss", "needs Node.js");
    var lineup = new Lineup(ours, all.entries(), List.of(absent));

    var report = run(lineup, shown);
    for (int more = 1;
        more < TRIES && report.measurements().size() < all.entries().size();
        more++) {
      report = run(lineup, shown);
    }

    assertThat(report.measurements())
        .as(() -> shown.toString(StandardCharsets.UTF_8))
        .extracting(Measurement::contender)
        .containsExactlyElementsOf(all.entries().stream().map(Contender.Entry::name).toList());
    assertThat(report.measurements()).allMatch(m -> m.walBytesPerJob() > 0);
    assertThat(report.measurements()).allMatch(m -> m.commitsPerJob() > 0);
    assertThat(report.measurements()).allMatch(m -> m.deadTuplesPerJob() >= 1);
    assertThat(report.measurements()).allMatch(m -> m.cpuMicrosPerJob() != null);
    assertThat(report.measurements()).allMatch(m -> m.paced().millis().p50() > 0);
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("jobs/s")
        .contains("without pg-boss: not measured, needs Node.js");
    assertThat(report.table())
        .contains("Quartz 2.")
        .contains("pg-boss: not measured, needs Node.js");
    assertThat(report.chart()).startsWith("<svg").contains("db-scheduler lock-and-fetch");
    var figures = Json.tree(report.figures());
    assertThat(figures.at("/contenders")).hasSize(5);
    assertThat(figures.at("/contenders/1/tapline_ratio/median").doubleValue()).isPositive();
    assertThat(figures.at("/setting/postgres_settings/fsync").stringValue()).isEqualTo("on");
  }

  /** A round fails by itself when the database does not say that all jobs are done. */
  private static PeersReport run(Lineup lineup, ByteArrayOutputStream shown) {
    return new Peers(lineup, TINY, "./tapline bench peers")
        .run(TestBench.server(), new PrintStream(shown, true, StandardCharsets.UTF_8), soFar -> {});
  }

  @Test
  void over_http_all_jobs_get_done_and_the_report_says_what_is_left_of_the_speed_in_process() {
    var ours = new TaplineContender.Terms(2, 20);
    var http = new TaplineHttpContender.Terms(2, 20);
    var lineup = new Lineup(ours, List.of(ours, http), List.of());
    var plan = new Plan(60, 1, 20, 1, 0);
    var nowhere = new PrintStream(PrintStream.nullOutputStream());

    var running = new Running(TestBench.server(), lineup, plan, nowhere);
    // Without the warm-up of all: the server has its own, another tenant's, before it is timed.
    running.round(1);
    var setting = Setting.of(TestBench.server(), "./tapline bench peers");
    var report = new PeersReport(setting, plan, lineup, running.measurements());

    assertThat(report.table()).contains("Over HTTP: ");
    assertThat(Json.tree(report.figures()).at("/http_over_in_process/median").doubleValue())
        .isPositive();
  }
}
