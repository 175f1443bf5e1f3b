package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedCursorTest {

  @Test
  void a_cursor_comes_back_from_its_text() {
    var random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      var cursor =
          new FeedCursor(random.nextLong() >>> 1 + i % 60, random.nextLong() >>> 1 + i % 60);
      assertThat(FeedCursor.parse(cursor.toString())).isEqualTo(cursor);
    }
    var last = new FeedCursor(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(FeedCursor.parse(last.toString())).isEqualTo(last);
    assertThat(FeedCursor.parse(FeedCursor.START.toString())).isEqualTo(FeedCursor.START);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "x", "MS4", "MQ==", "ü", "1.2.3", "MS4xLjE=", " MS4xLjE", "MS4xLjE "})
  void a_bad_cursor_is_refused_by_name(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeedCursor.parse(text))
        .withMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.01.1", "1.-1.1", "2.1.1", "1.9223372036854775808.1", "1.1.1.1", "1.1"})
  void another_spelling_of_the_numbers_is_refused(String form) {
    var text = Base64.getUrlEncoder().withoutPadding().encodeToString(form.getBytes());
    assertThatIllegalArgumentException().isThrownBy(() -> FeedCursor.parse(text));
  }

  @Test
  void a_megabyte_is_refused_without_being_repeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FeedCursor.parse("M".repeat(1 << 20)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }
}
