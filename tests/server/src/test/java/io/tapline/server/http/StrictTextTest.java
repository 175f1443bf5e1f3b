package io.tapline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StrictTextTest {

  @Test
  void names_and_values_are_decoded() {
    assertThat(StrictText.query("a=1&b=%C3%A4+x&c&d=&e=1=2&%66=é"))
        .isEqualTo(Map.of("a", "1", "b", "ä x", "c", "", "d", "", "e", "1=2", "f", "é"));
    assertThat(StrictText.query(null)).isEmpty();
    assertThat(StrictText.query("")).isEmpty();
    assertThat(StrictText.query("&&a=1&")).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void what_cannot_be_decoded_is_refused_by_name() {
    for (var raw : new String[] {"a=%", "a=%4", "a=%zz", "a=%ff", "a=%00", "a=1&a=2", "a=%-1"}) {
      assertThatThrownBy(() -> StrictText.query(raw))
          .as(raw)
          .isInstanceOfSatisfying(
              ProblemException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo("VALIDATION_FAILED");
                assertThat(e.problem().field()).isEqualTo("a");
              });
    }
  }
}
