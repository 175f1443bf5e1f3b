package io.tapline.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Connections whose server process is killed at a chosen step. Steps are counted over all
 * connections: each statement, the moment right before each commit, and the moment right after it;
 * a statement in auto-commit mode has a moment after it, too.
 */
final class CrashingSource {

  /**
   * Waits for two milliseconds and is asked again: with a long wait PostgreSQL looks only ten times
   * a second. One that was gone before counts as not terminated, and is no longer listed.
   */
  private static final String KILL =
      "select pg_terminate_backend(?, 2)"
          + " or not exists (select from pg_stat_activity where pid = ?)";

  private final DataSource real;
  private final Supplier<Connection> admin;
  private int step;
  private int crashAt;
  private boolean crashed;

  CrashingSource(DataSource real, Supplier<Connection> admin) {
    this.real = real;
    this.admin = admin;
  }

  DataSource source() {
    return proxy(
        DataSource.class,
        (method, arguments, call) ->
            method.equals("getConnection") ? connection((Connection) call.run()) : call.run());
  }

  /** The next step is number one. */
  void crashAt(int number) {
    step = 0;
    crashAt = number;
    crashed = false;
  }

  void behave() {
    crashAt(0);
  }

  boolean crashed() {
    return crashed;
  }

  /** Number of steps since the last setting of the crash. */
  int steps() {
    return step;
  }

  private Connection connection(Connection connection) throws Exception {
    int pid = pid(connection);
    return wrap(
        Connection.class,
        connection,
        (method, arguments, call) -> {
          if (method.equals("commit")) {
            reach(pid);
            call.run();
            if (reach(pid)) {
              // It is committed, but the answer never arrived.
              throw new SQLException("terminated after the commit", "57P01");
            }
            return null;
          }
          var result = call.run();
          return result instanceof Statement statement
              ? statement(statement, connection, pid)
              : result;
        });
  }

  private Object statement(Statement statement, Connection connection, int pid) {
    var type =
        statement instanceof java.sql.PreparedStatement
            ? java.sql.PreparedStatement.class
            : Statement.class;
    return wrap(
        type,
        statement,
        (method, arguments, call) -> {
          boolean executes = method.startsWith("execute");
          if (executes) {
            reach(pid);
          }
          var result = call.run();
          if (executes && connection.getAutoCommit() && reach(pid)) {
            // It has committed by itself, but the answer never arrived.
            throw new SQLException("terminated after the commit", "57P01");
          }
          return result;
        });
  }

  /** Waits until the process is gone, so that what follows cannot slip through. */
  private boolean reach(int pid) throws SQLException {
    if (++step != crashAt) {
      return false;
    }
    crashed = true;
    try (var connection = admin.get();
        var kill = connection.prepareStatement(KILL)) {
      kill.setInt(1, pid);
      kill.setInt(2, pid);
      boolean gone;
      do {
        try (var rows = kill.executeQuery()) {
          rows.next();
          gone = rows.getBoolean(1);
        }
      } while (!gone);
    }
    return true;
  }

  private static int pid(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select pg_backend_pid()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private interface Call {
    Object run() throws Exception;
  }

  private interface Around {
    Object invoke(String method, Object[] arguments, Call call) throws Exception;
  }

  private <T> T proxy(Class<T> type, Around around) {
    return wrap(type, type.cast(real), around);
  }

  private static <T> T wrap(Class<T> type, Object target, Around around) {
    return type.cast(
        Proxy.newProxyInstance(
            CrashingSource.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Call call =
                  () -> {
                    try {
                      return method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause() instanceof Exception cause ? cause : e;
                    }
                  };
              return around.invoke(method.getName(), arguments, call);
            }));
  }
}
