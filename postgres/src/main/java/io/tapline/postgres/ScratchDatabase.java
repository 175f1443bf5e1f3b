package io.tapline.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/** The database of one test, dropped when it is closed. */
public final class ScratchDatabase implements AutoCloseable {

  // Roles belong to the whole server, so all tests that create Tapline's roles use the same
  // passwords.
  public static final String OWNER_PASSWORD = "owner-in-tests";
  public static final String SERVING_PASSWORD = "serving-in-tests";

  private final AdminLogin admin;
  private final String name;

  ScratchDatabase(AdminLogin admin, String name, String template) {
    this.admin = admin;
    this.name = name;
    admin.execute("CREATE DATABASE " + name + " TEMPLATE " + template);
  }

  public String jdbcUrl() {
    return admin.jdbcUrl(name);
  }

  public String user() {
    return admin.user();
  }

  public String password() {
    return admin.password();
  }

  public String name() {
    return name;
  }

  /** Connects as the superuser. */
  public Connection connect() {
    try {
      return admin.connect(name);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot connect to " + jdbcUrl(), e);
    }
  }

  /** Executes a statement as the superuser. */
  public void execute(String sql) {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot run " + sql, e);
    }
  }

  @Override
  public void close() {
    admin.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }
}
