package io.tapline.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The run itself works; how fast anything is, is no business of the test suite. */
@Tag("soak")
class ScaleSmokeTest {

  private static final ScaleSizes TINY =
      ScaleSizesBuilder.builder()
          .jobs(20)
          .rounds(1)
          .ready(List.of(20, 40))
          .finished(List.of(30))
          .delayed(30)
          .claimers(List.of(1, 3))
          .openSeconds(1)
          .queues(3)
          .payloads(List.of(1024, 102400))
          .threads(2)
          .batch(10)
          .mostSeconds(60)
          .reads(0)
          .build();

  @Test
  void every_case_is_measured_and_compared_with_the_empty_one_of_its_family() {
    var shown = new ByteArrayOutputStream();

    var saved = new ArrayList<ScaleReport>();
    var report =
        new ScaleRun(TINY, ScaleRun.names(), "./tapline bench scale")
            .run(
                TestBench.server(),
                new PrintStream(shown, true, StandardCharsets.UTF_8),
                saved::add);

    assertThat(report.missing()).isEmpty();
    // The report is passed on after each result.
    assertThat(saved.get(0).cells()).hasSize(1);
    assertThat(saved.get(0).missing()).containsOnlyKeys(ScaleRun.names());

    assertThat(report.cells())
        .extracting(cell -> cell.family() + ": " + cell.label())
        .containsExactly(
            "ready subjects: 20",
            "ready subjects: 40",
            "finished subjects: none",
            "finished subjects: 30",
            "not yet ready, higher priority: none",
            "not yet ready, higher priority: 30",
            "claimers at once: 2, as elsewhere",
            "claimers at once: 1",
            "claimers at once: 3",
            "a transaction left open: none",
            "a transaction left open: 1 s",
            "queues: 1",
            "queues: 3, in turn",
            "queues: 3, any",
            "payload of a subject: none",
            "payload of a subject: 1 KB",
            "payload of a subject: 100 KB");
    assertThat(report.cells()).allMatch(cell -> cell.ratio() > 0);
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("adding 30 not yet ready");
    assertThat(report.table()).contains("queues: 3, any");
    assertThat(report.chart()).startsWith("<svg").contains("a transaction left open");
    assertThat(Json.tree(report).at("/cells")).hasSize(17);
    assertThat(report.largest(ScaleRun.title("claimers")).orElseThrow().label()).isEqualTo("3");
  }

  /** {@code ServedRunsTest} has the reads by themselves, on a server that others use too. */
  @Test
  void with_many_finished_and_ready_the_reads_are_timed_on_a_server_of_its_own() {
    var sizes =
        ScaleSizesBuilder.builder()
            .jobs(20)
            .rounds(1)
            .ready(List.of(20, 40))
            .finished(List.of(30))
            .delayed(30)
            .claimers(List.of(1))
            .openSeconds(1)
            .queues(3)
            .payloads(List.of(1024))
            .threads(2)
            .batch(10)
            .mostSeconds(60)
            .reads(2)
            .build();

    var report =
        new ScaleRun(sizes, List.of("finished"), "./tapline bench scale")
            .run(TestBench.server(), new PrintStream(PrintStream.nullOutputStream()), soFar -> {});

    assertThat(report.missing()).isEmpty();
    assertThat(report.readsMillis()).hasSizeGreaterThan(30).allMatch(read -> read.all().p50() > 0);
    assertThat(report.table()).contains("queue summaries");
  }
}
