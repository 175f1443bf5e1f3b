package io.tapline.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.server.base.LifecycleLogger;
import io.tapline.server.http.ProblemWriter;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** No request waits for the database for ever, and who waited too long is told to come again. */
@TaplineServer
class ServingLimitsTest {

  private static TestTapline tapline;
  private static Connection connection;

  @BeforeAll
  static void connect(TestTapline started) throws SQLException {
    tapline = started;
    connection = admin();
    execute("create table held (a int primary key)", "insert into held values (1)");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  private static Connection admin() throws SQLException {
    var scratch = tapline.scratch();
    return DriverManager.getConnection(scratch.jdbcUrl(), scratch.user(), scratch.password());
  }

  private static void execute(String... statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var text : statements) {
        statement.execute(text);
      }
    }
  }

  /** The code of a request in whose transaction these statements fail. */
  private static String code(String... statements) throws SQLException {
    connection.setAutoCommit(false);
    try {
      execute(statements);
      throw new AssertionError("no refusal by " + List.of(statements));
    } catch (SQLException e) {
      return ProblemWriter.judge(new StoreException(e), "a test").code();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void every_connection_that_serves_has_its_limits() throws SQLException {
    try (var serving = tapline.server().database().serving().getConnection()) {
      for (var setting :
          List.of(
              List.of("lock_timeout", ServingLimits.LOCK_TIMEOUT),
              List.of("statement_timeout", ServingLimits.STATEMENT_TIMEOUT),
              List.of(
                  "idle_in_transaction_session_timeout",
                  ServingLimits.IDLE_IN_TRANSACTION_TIMEOUT))) {
        try (var rows = serving.createStatement().executeQuery("show " + setting.get(0))) {
          rows.next();
          assertThat(rows.getString(1)).as(setting.get(0)).isEqualTo(setting.get(1));
        }
      }
      assertThat(serving.getNetworkTimeout()).isEqualTo(ServingLimits.SOCKET_SECONDS * 1000);
    }
  }

  @Test
  void a_row_that_stays_locked_is_a_503() throws SQLException {
    try (var other = admin()) {
      other.setAutoCommit(false);
      other.createStatement().execute("select * from held for update");
      assertThat(code("set local lock_timeout = '10ms'", "select * from held for update"))
          .isEqualTo("UNAVAILABLE");
      other.rollback();
    }
  }

  @Test
  void a_statement_that_takes_too_long_is_a_503() throws SQLException {
    assertThat(code("set local statement_timeout = '10ms'", "select pg_sleep(60)"))
        .isEqualTo("UNAVAILABLE");
  }

  @Test
  void a_database_that_cannot_be_written_to_is_a_503() throws SQLException {
    assertThat(code("set transaction read only", "insert into held values (2)"))
        .isEqualTo("UNAVAILABLE");
  }

  @Test
  void a_server_on_a_database_that_cannot_be_written_to_is_not_ready() throws SQLException {
    var nobody = tapline.as(null);
    var admin = tapline.as("acme-admin");
    var body =
        Map.<String, Object>of("worker_key", "w", "worker_type", "SERVICE", "idempotency_key", "k");
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var lifecycle = (Logger) LoggerFactory.getLogger(LifecycleLogger.NAME);
    lifecycle.setLevel(Level.INFO);
    lifecycle.addAppender(log);
    execute(
        "alter role tapline_serving in database "
            + name()
            + " set default_transaction_read_only = on");
    reconnect();
    assertThat(nobody.get("/health/ready").problem()).isEqualTo("UNAVAILABLE");
    assertThat(admin.post("actions/register-worker", body).problem()).isEqualTo("UNAVAILABLE");
    execute(
        "alter role tapline_serving in database "
            + name()
            + " reset default_transaction_read_only");
    reconnect();
    assertThat(nobody.get("/health/ready").status()).isEqualTo(200);
    assertThat(nobody.get("/health/ready").status()).isEqualTo(200);
    lifecycle.detachAppender(log);
    assertThat(log.list)
        .extracting(event -> event.getLevel() + " " + event.getFormattedMessage())
        .containsExactly(
            "WARN not ready: the database is read-only",
            "INFO ready again: the database answers and is writable");
  }

  /** A restore grants rights last: until then the serving role may not use the schema. */
  @Test
  void a_schema_that_is_being_restored_is_a_503_and_one_line_in_the_log() throws SQLException {
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var root = (Logger) LoggerFactory.getLogger("io.tapline.server.http");
    root.addAppender(log);
    try {
      var admin = tapline.as("acme-admin");
      execute("revoke usage on schema tapline from tapline_serving");
      for (var path : List.of("queues", "/api/v1/jobs", "/api/v1/workflows", "queues")) {
        assertThat(admin.get(path).status()).as(path).isEqualTo(503);
      }
      assertThat(tapline.as(null).get("/health/ready").problem()).isEqualTo("UNAVAILABLE");
      execute("grant usage on schema tapline to tapline_serving");
      admin.get("queues").ok();
      assertThat(tapline.as(null).get("/health/ready").status()).isEqualTo(200);
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list)
        .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .hasSizeLessThanOrEqualTo(1)
        .allSatisfy(event -> assertThat(event.getThrowableProxy()).isNull());
  }

  private static String name() throws SQLException {
    return connection.getCatalog();
  }

  /** Settings of a role hold from the next connection on. */
  private static void reconnect() {
    ((ServingPools) database().serving())
        .pools()
        .forEach(pool -> pool.getHikariPoolMXBean().softEvictConnections());
    ((HikariDataSource) database().health()).getHikariPoolMXBean().softEvictConnections();
  }

  private static OpenDatabase database() {
    return tapline.server().database();
  }
}
