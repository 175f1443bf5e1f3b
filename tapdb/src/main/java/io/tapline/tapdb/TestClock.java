package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import javax.sql.DataSource;

/**
 * A clock of the store that can be moved, for tests only. A production store has none: its times
 * are those of PostgreSQL, and nobody can move them.
 */
public final class TestClock {

  private static final String INSTALL = SqlFile.load(TestClock.class, "test_clock/install");
  private static final String INSTALLED = SqlFile.load(TestClock.class, "test_clock/installed");
  private static final String MOVED = SqlFile.load(TestClock.class, "test_clock/moved");
  private static final String REMOVE = SqlFile.load(TestClock.class, "test_clock/remove");

  private final DataSource owner;

  public TestClock(DataSource owner) {
    this.owner = owner;
  }

  /** Adds the clock to a store that has none. */
  public void install() {
    run(
        connection -> {
          if (!installed(connection)) {
            execute(connection, INSTALL);
          }
          return null;
        });
  }

  /**
   * Removes a clock that was never moved.
   *
   * @throws StoreException in words, if it was moved: the times of the store are wrong
   */
  public void remove() {
    run(
        connection -> {
          if (installed(connection)) {
            requireUnmoved(connection);
            execute(connection, REMOVE);
          }
          return null;
        });
  }

  private static void requireUnmoved(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(MOVED)) {
      rows.next();
      if (rows.getBoolean(1)) {
        throw StoreException.clockMoved(rows.getString(2));
      }
    }
  }

  /**
   * Moves the clock forward and records the move.
   *
   * @param actor the principal in the record
   * @return the new time
   */
  public Instant advance(Duration by, String actor) {
    return run(
        connection -> {
          try (var statement = connection.prepareStatement("select tapline.advance_clock(?, ?)")) {
            statement.setDouble(1, by.toNanos() / 1e9);
            statement.setString(2, actor);
            try (var rows = statement.executeQuery()) {
              rows.next();
              return rows.getObject(1, OffsetDateTime.class).toInstant();
            }
          }
        });
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** A connection that is closed before the commit rolls the work back. */
  private <T> T run(Work<T> work) {
    try (var connection = owner.getConnection()) {
      connection.setAutoCommit(false);
      var result = work.on(connection);
      connection.commit();
      return result;
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  private static boolean installed(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(INSTALLED)) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
