package io.tapline.bench;

import io.tapline.postgres.EmbeddedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database for one contender and one round; gone when it is closed. */
final class BenchDatabase implements AutoCloseable {

  private static final int QUIET_TRIES = 500;
  private static final int QUIET_PAUSE_MILLIS = 20;

  private final EmbeddedServer server;
  private final String name;

  private BenchDatabase(EmbeddedServer server, String name) {
    this.server = server;
    this.name = name;
  }

  static BenchDatabase create(EmbeddedServer server, String name) {
    execute(server, "postgres", "create database " + name + " template template0");
    // Each round begins with nothing left to flush from the one before.
    execute(server, "postgres", "checkpoint");
    return new BenchDatabase(server, name);
  }

  String jdbcUrl() {
    return server.jdbcUrl(name);
  }

  String jdbcUrl(String parameter) {
    var url = jdbcUrl();
    return url + (url.contains("?") ? "&" : "?") + parameter;
  }

  String user() {
    return server.user();
  }

  String password() {
    return server.password();
  }

  void execute(String sql) {
    execute(server, name, sql);
  }

  Usage usage() {
    try (var admin = connect(server, name)) {
      return Usage.read(admin);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  long count(String sql) {
    try (var admin = connect(server, name);
        var statement = admin.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sessions hand in their statistics when they end; until then the figures are not complete. */
  void awaitNoSessions() {
    var sessions =
        "select count(*) from pg_stat_activity where datname = current_database()"
            + " and backend_type = 'client backend' and pid <> pg_backend_pid()";
    for (int i = 0; i < QUIET_TRIES; i++) {
      if (count(sessions) == 0) {
        return;
      }
      try {
        Thread.sleep(QUIET_PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    throw new IllegalStateException("sessions of " + name + " do not end");
  }

  @Override
  public void close() {
    execute(server, "postgres", "drop database " + name + " with (force)");
  }

  static String version(EmbeddedServer server) {
    try (var admin = connect(server, "postgres")) {
      return admin.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(EmbeddedServer server, String database, String sql) {
    try (var admin = connect(server, database);
        var statement = admin.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(EmbeddedServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }
}
