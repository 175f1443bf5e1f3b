package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlFileTest {

  @Test
  void a_statement_comes_without_its_comments_and_with_its_includes() {
    var statement = SqlFile.load(SqlFileTest.class, "test_outer");
    assertThat(statement)
        .startsWith("select")
        .contains("1 = :one and '$1' <> 'x'")
        .doesNotContain("--include")
        .doesNotContain("The included piece")
        .doesNotContain("A statement for");
  }

  @Test
  void it_is_read_once() {
    assertThat(SqlFile.load(SqlFileTest.class, "test_outer"))
        .isSameAs(SqlFile.load(SqlFileTest.class, "test_outer"));
  }

  @Test
  void a_statement_that_is_not_there_is_named() {
    assertThatThrownBy(() -> SqlFile.load(SqlFileTest.class, "nowhere"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sql/nowhere.sql");
  }
}
