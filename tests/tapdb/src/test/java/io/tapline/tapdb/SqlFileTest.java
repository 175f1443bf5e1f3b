package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFileTest {

  @Test
  void a_statement_comes_without_its_comments_and_with_its_includes() {
    var statement = SqlFile.load(SqlFileTest.class, "test_statements/test_outer");
    assertThat(statement)
        .startsWith("select")
        .contains("1 = :one and '$1' <> 'x'")
        .doesNotContain("--include")
        .doesNotContain("The included piece")
        .doesNotContain("A statement for");
  }

  @Test
  void it_is_read_once() {
    assertThat(SqlFile.load(SqlFileTest.class, "test_statements/test_outer"))
        .isSameAs(SqlFile.load(SqlFileTest.class, "test_statements/test_outer"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nowhere/one | there is no file sql/nowhere.sql beside io.tapline.tapdb.SqlFileTest",
        "test_statements/one | sql/test_statements.sql has no statement named 'one'",
        "test_outer | 'test_outer' names no statement: write file/statement",
        "test_duplicate/other | sql/test_duplicate.sql has two statements named 'one'",
        "test_empty/other | sql/test_empty.sql has nothing under the name 'one'",
        "test_nameless/one | sql/test_nameless.sql has text before the first line '-- name: …'",
      })
  void a_fault_names_the_file_and_the_statement(String name, String fault) {
    assertThatThrownBy(() -> SqlFile.load(SqlFileTest.class, name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(fault);
  }
}
