package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestServerTest {

  @TempDir Path folder;

  @Test
  void every_database_is_fresh_and_empty_and_its_own() throws Exception {
    try (ScratchDatabase one = TestServer.database();
        ScratchDatabase two = TestServer.database()) {
      assertThat(one.name()).isNotEqualTo(two.name());
      try (var connection = one.connect();
          var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE mine (id int)");
      }
      try (var connection = DriverManager.getConnection(two.jdbcUrl(), two.user(), two.password());
          var rows = connection.createStatement().executeQuery("SELECT to_regclass('mine')")) {
        rows.next();
        assertThat(rows.getString(1)).isNull();
      }
    }
  }

  @Test
  void a_closed_database_is_gone_even_while_someone_is_connected() throws Exception {
    ScratchDatabase database = TestServer.database();
    try (var connection = database.connect()) {
      assertThat(connection.isValid(5)).isTrue();
      database.close();
    }
    assertThatThrownBy(database::connect).hasStackTraceContaining("does not exist");
  }

  @Test
  void what_a_killed_test_jvm_left_is_swept_and_what_a_living_one_uses_is_not() throws Exception {
    try (ChildServer killed = childWithTestServer();
        ChildServer living = childWithTestServer()) {
      assertThat(killed.line()).startsWith("test_");
      assertThat(living.line()).startsWith("test_");
      killed.kill();

      TestDirectories directories = new TestDirectories(folder);
      List<Path> swept = directories.sweep();
      assertThat(swept).hasSize(1);
      assertThat(swept.get(0)).doesNotExist();
      assertThat(directories.sweep()).isEmpty();

      living.end();
    }
    try (var left = Files.newDirectoryStream(folder, "tapline-test-*")) {
      assertThat(left).isEmpty();
    }
  }

  private ChildServer childWithTestServer() throws Exception {
    return ChildServer.launch(
        ChildTestServerMain.class,
        Map.of(TestServer.URL_VARIABLE, ""),
        List.of("-Djava.io.tmpdir=" + folder));
  }
}
