package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements in SQL files, and the names by which code loads them. */
class SqlStatementsTest {

  private static final int MAX_LINES = 400;

  @ParameterizedTest
  @ValueSource(strings = {"tapdb", "engine", "server", "starter", "tools/bench"})
  void every_statement_is_used_and_every_used_name_exists(String module) {
    var sql = new ProductSql(module);
    assertThat(sql.names()).isNotEmpty();
    var used = new TreeSet<>(sql.usedByCode());
    used.addAll(sql.included());
    assertThat(sql.names()).isEqualTo(used);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tapdb", "engine", "server", "starter", "tools/bench"})
  void names_are_unique_in_their_file_and_files_are_short(String module) {
    new ProductSql(module)
        .namesByFile()
        .forEach((file, names) -> assertThat(names).as(file).doesNotHaveDuplicates());
    for (var file : ProductSql.files(module)) {
      assertThat(ProductSql.text(file).lines()).as(file.toString()).hasSizeLessThan(MAX_LINES);
    }
  }
}
