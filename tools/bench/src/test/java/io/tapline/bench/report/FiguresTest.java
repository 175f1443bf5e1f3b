package io.tapline.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void a_spread_is_the_median_and_both_ends() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(new Spread(1234.5, 1, 9999).text(0)).isEqualTo("1,235 (1–9,999)");
  }

  @Test
  void a_percentile_is_a_figure_that_was_measured() {
    var hundred = LongStream.rangeClosed(1, 100).map(i -> i * 1_000_000).toArray();

    assertThat(Percentiles.of(hundred)).isEqualTo(new Percentiles(100, 50, 90, 95, 99, 100));
    assertThat(Percentiles.of(new long[] {7_000_000})).isEqualTo(new Percentiles(1, 7, 7, 7, 7, 7));
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
