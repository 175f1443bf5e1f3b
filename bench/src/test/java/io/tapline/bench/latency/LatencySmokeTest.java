package io.tapline.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.tapdb.Json;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

/** The run itself works; how fast anything is, is no business of the test suite. */
class LatencySmokeTest {

  @Test
  void every_job_is_picked_up_and_the_report_says_how_the_worker_waited() {
    var report =
        new Latency(5, 1, "./tapline bench latency")
            .run(TestBench.server(), new PrintStream(PrintStream.nullOutputStream()));

    assertThat(report.nanos()).hasSize(5).doesNotContain(0);
    assertThat(report.table()).contains("in process, polling every 1 ms");
    assertThat(report.chart()).startsWith("<svg").contains("median");
    assertThat(Json.tree(report.figures()).at("/millis/count").intValue()).isEqualTo(5);
  }
}
