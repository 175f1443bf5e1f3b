package io.tapline.spring;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.sql.SQLException;
import java.util.UUID;
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
            "tapline.provision.password=" + scratch.password());
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
}
