package io.tapline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class FiguresTest {

  private static final Percentage ROUNDED = Percentage.withPercentage(0.1);

  @Test
  void a_spread_is_the_median_and_both_ends() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(new Spread(1234.5, 1, 9999).text(0)).isEqualTo("1,235 (1–9,999)");
  }

  @Test
  void a_percentile_is_a_measured_duration_within_a_thousandth() {
    var hundred = Percentiles.histogram();
    LongStream.rangeClosed(1, 100).forEach(i -> hundred.recordValue(i * 1_000_000));

    var percentiles = Percentiles.of(hundred);
    assertThat(percentiles.count()).isEqualTo(100);
    assertThat(percentiles.p50()).isCloseTo(50, ROUNDED);
    assertThat(percentiles.p90()).isCloseTo(90, ROUNDED);
    assertThat(percentiles.p95()).isCloseTo(95, ROUNDED);
    assertThat(percentiles.p99()).isCloseTo(99, ROUNDED);
    assertThat(percentiles.max()).isCloseTo(100, ROUNDED);
  }

  @Test
  void a_table_lines_up_and_is_markdown() {
    var table = new MarkdownTable("who", "jobs/s").row(List.of("tapline", "7"));

    assertThat(table)
        .hasToString(
            """
            | who     | jobs/s |
            |---------|-------:|
            | tapline |      7 |
            """);
  }
}
