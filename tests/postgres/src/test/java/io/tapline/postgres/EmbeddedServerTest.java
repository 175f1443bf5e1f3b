package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedServerTest {

  @TempDir static Path folder;
  static EmbeddedServer server;

  @BeforeAll
  static void start() {
    server = EmbeddedServer.in(folder).setting("work_mem", "5MB").start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"fsync,on", "full_page_writes,on", "synchronous_commit,on", "data_checksums,on"})
  void what_is_committed_is_on_disk(String setting, String value) throws SQLException {
    assertThat(WordTable.show(server, setting)).isEqualTo(value);
  }

  @Test
  void it_is_postgresql_18() throws SQLException {
    assertThat(WordTable.show(server, "server_version")).startsWith("18.");
  }

  @Test
  void it_listens_on_the_loopback_only_and_on_no_socket_file() throws SQLException {
    assertThat(WordTable.show(server, "listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(WordTable.show(server, "unix_socket_directories")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "max_connections,200",
    "shared_buffers,256MB",
    "log_timezone,UTC",
    "password_encryption,scram-sha-256"
  })
  void defaults_fit_a_small_machine(String setting, String value) throws SQLException {
    assertThat(WordTable.show(server, setting)).isEqualTo(value);
  }

  @Test
  void a_setting_that_was_asked_for_is_used() throws SQLException {
    assertThat(WordTable.show(server, "work_mem")).isEqualTo("5MB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"fsync", "FSYNC", "synchronous_commit", "listen_addresses", "port", "hba_file"})
  void a_setting_that_keeps_data_or_door_safe_cannot_be_chosen(String name) {
    EmbeddedServer.Builder builder = EmbeddedServer.in(folder);
    assertThatThrownBy(() -> builder.setting(name, "off"))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("cannot be chosen");
  }

  @Test
  void a_name_that_is_no_setting_is_refused() {
    EmbeddedServer.Builder builder = EmbeddedServer.in(folder);
    assertThatThrownBy(() -> builder.setting("synchronous-commit", "off"))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessage("'synchronous-commit' is not the name of a setting.");
  }

  @Test
  void a_password_is_required() {
    assertThatThrownBy(
            () -> DriverManager.getConnection(server.jdbcUrl("postgres"), "postgres", ""))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password");
  }

  @Test
  void a_wrong_password_is_refused() {
    assertThatThrownBy(
            () -> DriverManager.getConnection(server.jdbcUrl("postgres"), "postgres", "wrong"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
  }

  @Test
  void the_password_is_kept_beside_the_data() {
    assertThat(folder.resolve("password")).hasContent(server.password() + "\n");
    assertThat(server.password()).hasSize(32);
  }

  /** Rounds slow down logins, and guesses; nobody guesses the random password. */
  @Test
  void the_random_password_is_stored_with_one_round_and_chosen_ones_with_the_usual_number()
      throws SQLException {
    try (var connection =
            DriverManager.getConnection(
                server.jdbcUrl("postgres"), server.user(), server.password());
        var statement = connection.createStatement()) {
      statement.execute("create role chosen login password 'chosen'");
      try (var rows =
          statement.executeQuery(
              "select rolpassword from pg_authid where rolcanlogin order by rolname desc")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).startsWith("SCRAM-SHA-256$1:");
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).startsWith("SCRAM-SHA-256$4096:");
      } finally {
        statement.execute("drop role chosen");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "postgres.log"})
  void what_others_should_not_see_is_readable_by_its_owner_only(String name) throws Exception {
    Path file = folder.resolve(name);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void the_url_names_the_loopback_and_holds_no_credentials() {
    assertThat(server.jdbcUrl("mine"))
        .isEqualTo("jdbc:postgresql://127.0.0.1:" + server.port() + "/mine");
  }

  @Test
  void the_log_is_beside_the_data() {
    assertThat(folder.resolve("postgres.log"))
        .content()
        .contains("database system is ready to accept connections");
  }
}
