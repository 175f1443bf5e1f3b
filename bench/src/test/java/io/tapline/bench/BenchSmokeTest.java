package io.tapline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The run itself works; how fast anything is, is no business of the test suite. */
class BenchSmokeTest {

  private static final int JOBS = 200;

  @Test
  void every_contender_gets_all_jobs_done_and_the_report_has_them_all() throws IOException {
    var shown = new ByteArrayOutputStream();

    // A round fails by itself when the database does not say that all jobs are done.
    var report = new Small(JOBS, 1, 2, 0).run(new PrintStream(shown, true, StandardCharsets.UTF_8));

    assertThat(report.measurements())
        .extracting(Measurement::contender, Measurement::jobs)
        .containsExactly(tuple("tapline"), tuple("db-scheduler"));
    assertThat(report.measurements()).allMatch(m -> m.walBytesPerJob() > 0);
    assertThat(report.measurements()).allMatch(m -> m.commitsPerJob() > 0);
    assertThat(report.measurements()).allMatch(m -> m.deadTuplesPerJob() >= 1);
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("jobs/s");
    assertThat(report.table()).contains("tapline / db-scheduler: ");
    assertThat(Json.parse(report.json()).get("rounds")).hasSize(2);
  }

  @Test
  void a_spread_is_the_median_and_both_ends() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(new Spread(1234.5, 1, 9999).text(0)).isEqualTo("1,235 (1–9,999)");
  }

  private static org.assertj.core.groups.Tuple tuple(String contender) {
    return org.assertj.core.api.Assertions.tuple(contender, JOBS);
  }
}
