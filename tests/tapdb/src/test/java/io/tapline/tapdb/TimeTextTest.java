package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {

  private static final int WIDTH = "2026-01-05T12:00:00.000000Z".length();

  @ParameterizedTest
  @CsvSource({
    "2026-01-05T12:00:00Z, 2026-01-05T12:00:00.000000Z",
    "2026-01-05T12:00:00.1Z, 2026-01-05T12:00:00.100000Z",
    "2026-01-05T14:00:00+02:00, 2026-01-05T12:00:00.000000Z",
    "2026-01-05T12:00:00.123456789Z, 2026-01-05T12:00:00.123456Z",
    "2024-02-29T23:59:59.999999Z, 2024-02-29T23:59:59.999999Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000000Z",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999Z",
  })
  void any_iso_time_becomes_utc_text_of_one_width(String given, String text) {
    assertThat(TimeText.of(TimeText.parse(given))).isEqualTo(text).hasSize(WIDTH);
  }

  @Test
  void the_order_of_texts_is_the_order_of_times() {
    var random = new Random(7);
    long seconds = TimeText.MAX.getEpochSecond();
    for (int i = 0; i < 10_000; i++) {
      var one = time(random, seconds);
      var other = time(random, seconds);
      assertThat(Integer.signum(TimeText.of(one).compareTo(TimeText.of(other))))
          .isEqualTo(Integer.signum(one.compareTo(other)));
      assertThat(TimeText.parse(TimeText.of(one))).isEqualTo(one);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "2026-01-05",
        "2026-01-05T12:00:00",
        "2026-13-05T12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-01-05 12:00:00Z",
        "2026-01-05T25:00:00Z",
        "1969-12-31T23:59:59.999999Z",
        "+10000-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "1767614400"
      })
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> TimeText.parse(text)).isInstanceOf(DateTimeException.class);
  }

  private static Instant time(Random random, long seconds) {
    return Instant.ofEpochSecond(
            (long) (random.nextDouble() * seconds), random.nextInt(1_000_000_000))
        .truncatedTo(ChronoUnit.MICROS);
  }
}
