package io.tapline.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** Connections that wait before they commit: what was done is done, and nobody sees it yet. */
final class HeldCommits implements AutoCloseable {

  private final DataSource real;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  HeldCommits(DataSource real) {
    this.real = real;
  }

  DataSource source() {
    return ExplicitCommits.over(
        (DataSource)
            Proxy.newProxyInstance(
                HeldCommits.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> {
                  var result = method.invoke(real, arguments);
                  return result instanceof Connection connection ? held(connection) : result;
                }));
  }

  private Connection held(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            HeldCommits.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("commit") && wrote(connection)) {
                arrived.countDown();
                released.await();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A transaction that only read blocks no other. */
  private static boolean wrote(Connection connection) throws Exception {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select pg_current_xact_id_if_assigned() is not null")) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  void awaitOne() throws InterruptedException {
    arrived.await();
  }

  void release() {
    released.countDown();
  }

  /** A test that fails must not leave a transaction open, which the next one would wait for. */
  @Override
  public void close() {
    release();
  }
}
