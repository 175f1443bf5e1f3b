package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedSqlTest {

  private final NamedSql sql = NamedSql.load(NamedSqlTest.class, "test_statements/test_outer");

  @Test
  void names_become_places_and_a_cast_is_no_name() {
    assertThat(sql.text())
        .contains("?::text as a, ? as b, '{x,y}'::text[] as c")
        .contains("1 = ? and")
        .contains("? is not null");
  }

  @Test
  void values_stand_where_their_names_stood_as_often_as_they_did() {
    var values = sql.arguments(Map.of("first", "f", "second", 2, "one", 1L, "unused", 0));
    assertThat(values).containsExactly("f", 2, 1L, "f");
  }

  @Test
  void null_is_a_value_and_silence_is_not() {
    var given = new HashMap<String, Object>();
    given.put("first", null);
    given.put("second", 2);
    given.put("one", 1);
    assertThat(sql.arguments(given)[0]).isNull();
    given.remove("one");
    assertThatThrownBy(() -> sql.arguments(given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(":one");
  }
}
