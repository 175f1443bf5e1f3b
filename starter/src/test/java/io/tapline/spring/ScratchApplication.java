package io.tapline.spring;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** An application's database: its login is nobody special, and has a table of orders. */
final class ScratchApplication implements AutoCloseable {

  static final String PASSWORD = "secret-of-the-application";

  private final ScratchDatabase scratch = TestServer.database();
  final String login = "app_" + UUID.randomUUID().toString().substring(0, 8);

  ScratchApplication() {
    sql("create role " + login + " login nosuperuser nobypassrls password '" + PASSWORD + "'");
    sql("create table public.orders (number int primary key)");
    sql("grant all on public.orders to " + login);
  }

  /** With the starter, on this database, which nobody has made ready. */
  ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                TransactionAutoConfiguration.class,
                TaplineAutoConfiguration.class))
        .withPropertyValues(
            "spring.application.name=orders-app",
            "spring.datasource.url=" + scratch.jdbcUrl(),
            "spring.datasource.username=" + login,
            "spring.datasource.password=" + PASSWORD,
            "spring.datasource.hikari.maximum-pool-size=8");
  }

  /** The application makes it ready itself. */
  ApplicationContextRunner provisioning() {
    return runner()
        .withPropertyValues(
            "tapline.provision.enabled=true",
            "tapline.provision.user=" + scratch.user(),
            "tapline.provision.password=" + scratch.password(),
            "tapline.provision.owner-password=" + ScratchDatabase.OWNER_PASSWORD,
            "tapline.provision.serving-password=" + ScratchDatabase.SERVING_PASSWORD);
  }

  /**
   * Lets everybody into this database without a password until it is closed. Tests that use it run
   * where the test server asks for passwords and its files can be written.
   */
  TrustedDatabase trust() {
    return new TrustedDatabase(scratch);
  }

  /** As the superuser. */
  void sql(String statement) {
    try (var connection = scratch.connect();
        var sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  long count(String from) {
    try (var connection = scratch.connect();
        var sql = connection.createStatement();
        var rows = sql.executeQuery("select count(*) from " + from)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    scratch.close();
    // Roles belong to the whole server; this one owns nothing there any more.
    try (var other = TestServer.database();
        var connection = other.connect();
        var sql = connection.createStatement()) {
      sql.execute("drop role " + login);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A line before all others in PostgreSQL's file of rules for logins. */
  static final class TrustedDatabase implements AutoCloseable {

    private final ScratchDatabase scratch;
    private final Path rules;
    private final String line;

    private TrustedDatabase(ScratchDatabase scratch) {
      this.scratch = scratch;
      this.rules = Path.of(read("show hba_file"));
      this.line = "host " + scratch.name() + " all 127.0.0.1/32 trust\n";
      Assumptions.assumeTrue(
          Files.isWritable(rules) && !scratch.password().isEmpty(),
          "Logins without a password were not tested: the test server is not the build's own.");
      rewrite(text -> line + text);
    }

    private String read(String query) {
      try (var connection = scratch.connect();
          var sql = connection.createStatement();
          var rows = sql.executeQuery(query)) {
        rows.next();
        return rows.getString(1);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    /** The reload is done when the rules that PostgreSQL applies are those of the file. */
    private void rewrite(UnaryOperator<String> change) {
      try {
        var text = change.apply(Files.readString(rules));
        Files.writeString(rules, text);
        read("select pg_reload_conf()");
        boolean trusted = text.startsWith(line);
        Awaitility.await("the rules are read")
            .atMost(Duration.ofMinutes(1))
            .until(() -> entersWithoutPassword() == trusted);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private boolean entersWithoutPassword() {
      try (var connection = DriverManager.getConnection(scratch.jdbcUrl(), scratch.user(), null)) {
        return connection.isValid(0);
      } catch (SQLException e) {
        return false;
      }
    }

    void end() {
      rewrite(text -> text.replace(line, ""));
    }

    @Override
    public void close() {
      end();
    }
  }
}
