package io.tapline.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryStringTest {

  @Test
  void names_and_values_are_decoded() {
    assertThat(QueryString.parse("a=1&b=%C3%A4+x&c&d=&e=1=2&%66=é"))
        .isEqualTo(Map.of("a", "1", "b", "ä x", "c", "", "d", "", "e", "1=2", "f", "é"));
    assertThat(QueryString.parse(null)).isEmpty();
    assertThat(QueryString.parse("")).isEmpty();
    assertThat(QueryString.parse("&&a=1&")).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void what_cannot_be_decoded_is_refused_by_name() {
    for (var raw : new String[] {"a=%", "a=%4", "a=%zz", "a=%ff", "a=%00", "a=1&a=2", "a=%-1"}) {
      assertThatThrownBy(() -> QueryString.parse(raw))
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
