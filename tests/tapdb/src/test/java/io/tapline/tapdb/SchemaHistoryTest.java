package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaHistoryTest {

  private final ScratchStore store = new ScratchStore();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void a_migrated_database_has_the_newest_version_by_both_readings() {
    assertThat(SchemaHistory.currentVersion(store.database().owner()))
        .contains(store.database().schema().version());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop table tapline.schema_history",
        "delete from tapline.schema_history where version = '14'",
        "update tapline.schema_history set checksum = checksum + 1 where version = '2'",
        "update tapline.schema_history set success = false where version = '2'",
        "update tapline.schema_history set version = '8' where version = '2'",
        "insert into tapline.schema_history select 99, '99', description, type, script, checksum,"
            + " installed_by, now(), 1, true from tapline.schema_history where version = '2'",
      })
  void any_other_history_is_left_to_flyway(String change) throws SQLException {
    store.asAdmin(change);
    assertThat(SchemaHistory.currentVersion(store.database().owner())).isEmpty();
  }

  @Test
  void the_list_names_every_migration() throws IOException {
    var folder = Path.of("../../tapdb/src/main/resources/io/tapline/tapdb/migration");
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".sql"))
          .containsExactlyInAnyOrderElementsOf(SchemaHistory.files());
    }
  }
}
