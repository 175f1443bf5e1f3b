package io.tapline.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.tapdb.Json;
import java.io.PrintStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The run itself works, its server included; how fast anything is, is no business of the test
 * suite. {@code ServedRunsTest} has its parts, on a server that others use too.
 */
@Tag("soak")
class LatencySmokeTest {

  @Test
  void every_job_is_picked_up_and_the_report_says_how_the_worker_waited() {
    var report =
        new LatencyRun(5, 1, 200, 3, 1, "./tapline bench latency")
            .run(TestBench.server(), new PrintStream(PrintStream.nullOutputStream()));

    assertThat(report.ways()).hasSize(3);
    assertThat(report.ways())
        .allSatisfy(way -> assertThat(way.nanos().getTotalCount()).isEqualTo(5));
    assertThat(report.table())
        .contains("in process, polling every 1 ms")
        .contains("over HTTP, woken by the server")
        .contains("over gRPC, sent by the server")
        .contains("3 wait for this queue, in vain");
    assertThat(report.chart()).startsWith("<svg").contains("median");
    var figures = Json.tree(report.figures());
    assertThat(figures.path("millis")).hasSize(3);
    assertThat(figures.at("/wake_ups/crowd_here/median").doubleValue()).isPositive();
  }
}
