package io.tapline.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/**
 * Connections that commit by a call where the engine uses auto-commit mode, so that a test can
 * intercept the commit.
 */
final class ExplicitCommits {

  private ExplicitCommits() {}

  /**
   * @param real its connections receive a call of {@code commit} after each such statement
   */
  static DataSource over(DataSource real) {
    return proxy(
        DataSource.class,
        (method, arguments) -> {
          var result = call(method, real, arguments);
          return result instanceof Connection connection ? explicit(connection) : result;
        });
  }

  private static Connection explicit(Connection connection) {
    var automatic = new boolean[1];
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close") && automatic[0]) {
            connection.setAutoCommit(true);
          }
          if (method.getName().equals("setAutoCommit") && !connection.getAutoCommit()) {
            automatic[0] = (boolean) arguments[0];
            return null;
          }
          var result = call(method, connection, arguments);
          return result instanceof PreparedStatement statement
              ? committing(statement, connection, automatic)
              : result;
        });
  }

  private static PreparedStatement committing(
      PreparedStatement statement, Connection connection, boolean[] automatic) {
    return proxy(
        PreparedStatement.class,
        (method, arguments) -> {
          var result = call(method, statement, arguments);
          if (automatic[0] && method.getName().equals("execute")) {
            connection.commit();
          }
          return result;
        });
  }

  private interface Handler {
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ExplicitCommits.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> handler.handle(method, arguments)));
  }

  private static Object call(Method method, Object target, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
