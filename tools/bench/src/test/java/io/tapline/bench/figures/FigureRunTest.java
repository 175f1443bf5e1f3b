package io.tapline.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The measurements work in process; how large the figures are does not concern the tests. */
class FigureRunTest {

  static FigureSizes tiny(String... serve) {
    return FigureSizesBuilder.builder()
        .rounds(2)
        .jobs(40)
        .batch(3)
        .reports(4)
        .warmUpReports(2)
        .warmUpSeconds(1)
        .handlerSeconds(1)
        .firstJobs(5)
        .connections(2)
        .serve(List.of(serve))
        .build();
  }

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

  private FigureReport run(List<FigureReport> saved, String... names) {
    var out = new PrintStream(shown, true, StandardCharsets.UTF_8);
    return new FigureRun(tiny("false"), List.of(names)).run(TestBench.server(), out, saved::add);
  }

  @Test
  void a_report_alone_and_the_disk_are_measured_in_each_round() {
    var saved = new ArrayList<FigureReport>();
    var report = run(saved, "disk", "alone");

    assertThat(report.failures()).isEmpty();
    assertThat(report.rounds())
        .containsOnlyKeys(
            Figure.ALONE_STATEMENTS,
            Figure.ALONE_TRIPS,
            Figure.ALONE_POSTGRES,
            Figure.ALONE_P50,
            Figure.FINISHED_BYTES,
            Figure.RETIRED_BYTES)
        .allSatisfy((figure, rounds) -> assertThat(rounds).hasSize(2));
    assertThat(report.of(Figure.ALONE_TRIPS).orElseThrow().low()).isGreaterThanOrEqualTo(1);
    assertThat(report.of(Figure.ALONE_STATEMENTS).orElseThrow().low())
        .isGreaterThanOrEqualTo(report.of(Figure.ALONE_TRIPS).orElseThrow().low());
    assertThat(report.of(Figure.ALONE_POSTGRES).orElseThrow().low()).isPositive();
    assertThat(report.of(Figure.FINISHED_BYTES).orElseThrow().low()).isPositive();
    assertThat(saved).hasSize(2);
    assertThat(Json.tree(report).at("/rounds/ALONE_P50")).hasSize(2);
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("trips to PostgreSQL: ");
  }

  @Test
  void a_measurement_that_fails_is_left_out_with_its_reason_and_the_others_go_on() {
    var report = run(new ArrayList<>(), "serve");

    assertThat(report.of(Figure.SERVE_READY)).isEmpty();
    assertThat(report.absence(Figure.SERVE_READY)).contains("the server did not start");
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains(" failed: ");
  }
}
