package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.OldPostgres;
import io.tapline.server.testing.PgBouncer;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.TestClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A start that fails is explained in one sentence and by the exit code. */
@Timeout(300) // A start that wrongly succeeds would serve for ever.
class StartupTest {

  private record End(int exitCode, List<String> lines) {}

  private static End end(Map<String, String> environment, String... arguments) {
    var all = new HashMap<>(Map.of("TAPLINE_TOKENS", TestTapline.TOKENS));
    all.putAll(environment);
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exitCode = Main.run(all, new PrintStream(out), new PrintStream(err), arguments);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    return new End(exitCode, err.toString(StandardCharsets.UTF_8).lines().toList());
  }

  /** As a process: the code gets out, and nothing else says anything. */
  @Test
  void a_process_that_cannot_start() {
    try (var child = ChildServer.launch(Map.of(), "--prot", "1")) {
      assertThat(child.line()).startsWith("tapline serve: ").contains("--prot");
      assertThat(child.line()).isNull();
      assertThat(child.exitCode()).isEqualTo(2);
    }
  }

  /** A component refuses while the context of the web server is being made. */
  @Test
  void a_seal_key_that_is_too_short() {
    try (var scratch = TestTapline.migrated()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("TAPLINE_SEAL_KEY", "short");
      try (var child = ChildServer.launch(environment, "--port", "0", "--accept-weak-durability")) {
        var lines = Stream.generate(child::line).takeWhile(Objects::nonNull).toList();
        assertThat(lines.stream().filter(line -> !line.matches(".* INFO .*|.* ExposureCheck: .*")))
            .singleElement()
            .asString()
            .startsWith("tapline serve: ")
            .contains("TAPLINE_SEAL_KEY")
            .endsWith(".");
        assertThat(child.exitCode()).isEqualTo(1);
      }
    }
  }

  private static void assertSentence(End end, int exitCode, String... words) {
    assertThat(end.lines()).as("one sentence").hasSize(1);
    assertThat(end.lines().get(0)).startsWith("tapline serve: ").endsWith(".").contains(words);
    assertThat(end.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void a_wrong_flag() {
    assertSentence(end(Map.of(), "--prot", "1"), 2, "--prot");
    assertSentence(end(Map.of(), "--port", "many"), 2, "--port", "many");
    assertSentence(end(Map.of(), "--port", "70000"), 1, "70000");
  }

  @Test
  void a_pack_that_is_not_there() {
    assertSentence(end(Map.of(), "--port", "0", "--pack", "bakery"), 1, "bakery", "wetlab");
    assertSentence(end(Map.of("TAPLINE_PACKS", "compute, bakery"), "--port", "0"), 1, "bakery");
  }

  @Test
  void a_drain_time_that_is_no_number_of_seconds() {
    assertSentence(end(Map.of(), "--drain-delay-seconds", "soon"), 1, "--drain-delay-seconds");
    assertSentence(
        end(Map.of("TAPLINE_DRAIN_SECONDS", "601"), "--port", "0"), 1, "TAPLINE_DRAIN_SECONDS");
  }

  /** For a job before the servers of a new version start: no port is opened, and it ends. */
  @Test
  void a_database_can_be_made_ready_without_a_server() throws SQLException {
    try (var scratch = TestServer.database()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("TAPLINE_TOKENS", TestTapline.TOKENS);
      var out = new ByteArrayOutputStream();
      int exitCode =
          Main.run(
              environment,
              new PrintStream(out),
              System.err,
              "--migrate-only",
              "--accept-weak-durability",
              "--pack",
              "compute");
      assertThat(exitCode).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8))
          .matches("The database is at schema version \\d+\\.\\n");
      try (var admin = scratch.connect();
          var statement = admin.createStatement();
          var rows =
              statement.executeQuery(
                  "select count(*) from tapline.instance_registry where object_key ="
                      + " 'compute_dispatch'")) {
        rows.next();
        assertThat(rows.getLong(1)).as("the queues of both tenants").isEqualTo(2);
      }
    }
    assertSentence(end(Map.of(), "--migrate-only", "--demo"), 1, "--demo");
  }

  @Test
  void deliveries_of_a_restored_database_are_confirmed_without_a_server() {
    try (var scratch = TestTapline.migrated()) {
      var out = new ByteArrayOutputStream();
      int exitCode =
          Main.run(
              ChildServer.login(scratch),
              new PrintStream(out),
              System.err,
              "--confirm-deliveries",
              "--accept-weak-durability");
      assertThat(exitCode).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("were not fenced");
    }
    var neither = Map.of("TAPLINE_NO_DELIVERIES", "perhaps");
    assertSentence(end(neither, "--port", "0"), 1, "TAPLINE_NO_DELIVERIES");
  }

  @Test
  void a_port_in_use() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = String.valueOf(taken.getLocalPort());
      assertSentence(end(Map.of(), "--port", port), 1, port, "in use", "--port");
    }
  }

  @Test
  void an_address_that_is_not_here() {
    var tokens = Map.of("TAPLINE_TOKENS", "long-enough-for-everyone=acme/admin");
    assertSentence(
        end(tokens, "--port", "0", "--host", "192.0.2.1"), 1, "cannot listen", "192.0.2.1");
    assertSentence(end(tokens, "--port", "0", "--host", "no such host"), 1, "no address 'no such");
  }

  @Test
  void a_token_that_others_could_guess() {
    var tokens = Map.of("TAPLINE_TOKENS", "t-admin=acme/admin");
    assertSentence(
        end(tokens, "--port", "0", "--host", "0.0.0.0"), 1, "20 characters", "urandom", "--host");
  }

  @Test
  void a_list_of_tokens_that_cannot_be_read_without_showing_them() {
    for (var tokens :
        new String[] {
          "topsecret", "topsecret=acme/king", "topsecret=Acme Labs/admin", "topsecret=acme/"
        }) {
      var end = end(Map.of("TAPLINE_TOKENS", tokens), "--port", "0");
      assertSentence(end, 1, "TAPLINE_TOKENS");
      assertThat(end.lines().get(0)).doesNotContain("topsecret");
    }
  }

  @Test
  void a_database_that_does_not_answer() {
    // A port that nobody is given by chance.
    var url = "postgresql://a:topsecret@127.0.0.1:1/t";
    var end = end(Map.of(), "--port", "0", "--database-url", url);
    assertSentence(end, 1, "127.0.0.1:1", "refused");
    assertThat(end.lines().get(0)).doesNotContain("topsecret");
  }

  @Test
  void a_database_url_that_is_none() {
    assertSentence(end(Map.of(), "--port", "0", "--database-url", "mysql://x"), 1, "database URL");
  }

  @Test
  void a_database_that_is_too_old() throws IOException {
    try (var old = new OldPostgres()) {
      var url = "postgresql://a:b@127.0.0.1:" + old.port() + "/t";
      assertSentence(
          end(Map.of(), "--port", "0", "--database-url", url), 1, "PostgreSQL 14", "too old", "15");
    }
  }

  @Test
  void a_database_that_a_newer_tapline_migrated() throws SQLException {
    try (var tapline = TestTapline.start();
        var admin = tapline.scratch().connect();
        var statement = admin.createStatement()) {
      statement.execute(
          "insert into tapline.schema_history"
              + " select installed_rank + 1, '9999', 'the future', type, 'V9999__the_future.sql',"
              + " checksum, installed_by, now(), 1, true from tapline.schema_history"
              + " order by installed_rank desc limit 1");
      assertSentence(
          end(ChildServer.login(tapline.scratch()), "--port", "0", "--accept-weak-durability"),
          1,
          "9999",
          "newer Tapline");
    }
  }

  @Test
  void a_database_of_a_form_that_was_never_released() throws SQLException {
    try (var tapline = TestTapline.start();
        var admin = tapline.scratch().connect();
        var statement = admin.createStatement()) {
      for (var other :
          List.of(
              "update tapline.schema_history set checksum = checksum + 1 where version = '2'",
              "update tapline.schema_history set version = '8' where version = '2'")) {
        statement.execute(other);
        assertSentence(
            end(ChildServer.login(tapline.scratch()), "--port", "0", "--accept-weak-durability"),
            1,
            "never released",
            "a database of its own");
      }
    }
  }

  /** With a real PgBouncer, where one is installed. */
  @Test
  void a_pooler_that_mixes_prepared_statements(@TempDir Path folder) throws Exception {
    assumeTrue(
        PgBouncer.isInstalled(),
        "The start behind a pooler was not tested: pgbouncer is not installed.");
    try (var scratch = TestTapline.database();
        var pooler = PgBouncer.inTransactionMode(scratch, folder)) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("TAPLINE_DATABASE_URL", pooler.jdbcUrl());
      assertSentence(
          end(environment, "--migrate-only", "--accept-weak-durability"), 1, "prepareThreshold=0");
      environment.put("TAPLINE_DATABASE_URL", pooler.jdbcUrl() + "?prepareThreshold=0");
      environment.put("TAPLINE_TOKENS", TestTapline.TOKENS);
      var out = new PrintStream(new ByteArrayOutputStream());
      assertThat(
              Main.run(environment, out, System.err, "--migrate-only", "--accept-weak-durability"))
          .isZero();
    }
  }

  @Test
  void a_start_on_a_restored_database_logs_the_new_epoch() {
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var tapdb = (Logger) LoggerFactory.getLogger("io.tapline.tapdb");
    try (var scratch = TestTapline.migrated()) {
      provision(scratch);
      tapdb.addAppender(log);
      provision(scratch);
      assertThat(log.list).as("an ordinary start").isEmpty();
      try (var restored = TestServer.copyOf(scratch)) {
        provision(restored);
      }
    } finally {
      tapdb.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .singleElement()
        .asString()
        .contains("the database is now", "and was", "the feed's epoch is now");
  }

  private static void provision(ScratchDatabase scratch) {
    Database.provision(
        scratch.jdbcUrl(), scratch.user(), scratch.password(), TestTapline.PASSWORDS);
  }

  @Test
  void a_store_whose_clock_was_moved_is_refused_without_the_test_clock() throws SQLException {
    try (var scratch = TestServer.database()) {
      provision(scratch);
      var owner = Database.provisioned(scratch.jdbcUrl(), TestTapline.PASSWORDS).owner();
      var clock = new TestClock(owner);
      clock.install();
      clock.remove();
      clock.install();
      clock.install();
      clock.advance(Duration.ofHours(3), "ada");
      scratch.execute("insert into tapline.clock_move (shift, moved_by) values ('0', 'bob')");
      try (var connection = scratch.connect();
          var moves =
              connection
                  .createStatement()
                  .executeQuery(
                      "select shift::text, moved_by from tapline.clock_move order by number")) {
        assertThat(moves.next()).isTrue();
        assertThat(moves.getString(1) + " " + moves.getString(2)).isEqualTo("03:00:00 ada");
      }
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("TAPLINE_OWNER_PASSWORD", TestTapline.PASSWORDS.owner());
      environment.put("TAPLINE_SERVING_PASSWORD", TestTapline.PASSWORDS.serving());
      assertSentence(
          end(environment, "--port", "0", "--accept-weak-durability"),
          1,
          "its clock was moved by 03:00:00 for tests",
          "--test-clock");
    }
  }

  @Test
  void roles_of_another_installation_are_left_alone() {
    try (var scratch = TestServer.database()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.put("TAPLINE_OWNER_PASSWORD", "not-that-of-the-first");
      assertSentence(end(environment, "--port", "0"), 1, "tapline_owner", "TAPLINE_OWNER_PASSWORD");
    }
  }

  /** The URL without an administrator, and the passwords of the two roles. */
  @Test
  void a_prepared_database_needs_no_administrator() {
    try (var scratch = TestTapline.database()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.keySet().removeAll(List.of("TAPLINE_DATABASE_USER", "TAPLINE_DATABASE_PASSWORD"));
      environment.put("TAPLINE_TOKENS", TestTapline.TOKENS);
      var out = new PrintStream(new ByteArrayOutputStream());
      assertThat(
              Main.run(environment, out, System.err, "--migrate-only", "--accept-weak-durability"))
          .isZero();
    }
    try (var scratch = TestServer.database()) {
      var environment = new HashMap<>(ChildServer.login(scratch));
      environment.keySet().removeAll(List.of("TAPLINE_DATABASE_USER", "TAPLINE_DATABASE_PASSWORD"));
      assertSentence(end(environment, "--port", "0"), 1, "an administrator has to prepare it");
    }
  }

  @Test
  void names_of_roles_that_do_not_fit_together() {
    assertSentence(
        end(Map.of("TAPLINE_OWNER_USER", "mine"), "--port", "0"),
        1,
        "TAPLINE_OWNER_USER",
        "TAPLINE_SERVING_USER");
    assertSentence(
        end(
            Map.of("TAPLINE_OWNER_USER", "my owner", "TAPLINE_SERVING_USER", "mine"),
            "--port",
            "0"),
        1,
        "my owner");
  }

  @Test
  void a_database_that_may_lose_what_it_acknowledged() throws SQLException {
    try (var scratch = TestServer.database()) {
      try (var admin = scratch.connect();
          var statement = admin.createStatement()) {
        statement.execute("alter database " + scratch.name() + " set synchronous_commit = off");
      }
      assertSentence(
          end(ChildServer.login(scratch), "--port", "0"),
          1,
          "synchronous_commit=off",
          "--accept-weak-durability");
    }
  }

  @Test
  void data_of_another_version_of_postgresql(@TempDir Path data) throws IOException {
    var inside = Files.createDirectories(data.resolve("postgres").resolve("data"));
    Files.writeString(inside.resolve("PG_VERSION"), "14\n");
    assertSentence(
        end(Map.of(), "--port", "0", "--data", data.toString()), 1, "PostgreSQL 14", "pg_upgrade");
  }

  @Test
  void data_that_cannot_be_a_folder(@TempDir Path data) throws IOException {
    var file = Files.writeString(data.resolve("file"), "");
    assertSentence(end(Map.of(), "--port", "0", "--data", file.toString()), 1, file.toString());
  }
}
