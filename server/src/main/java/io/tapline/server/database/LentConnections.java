package io.tapline.server.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks connections that were taken from the pool and not returned. A stopping server aborts them,
 * so that a thread that waits for an unreachable database continues at once with an error.
 */
final class LentConnections {

  private static final Logger LOG = LoggerFactory.getLogger(LentConnections.class);

  /** SQLSTATE connection_does_not_exist; a request that encounters it is answered with 503. */
  private static final String CONNECTION_DOES_NOT_EXIST = "08003";

  private final Set<Connection> lent = ConcurrentHashMap.newKeySet();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean aborted;

  /** Throws once the connections were aborted. */
  void requireOpen() throws SQLException {
    if (aborted) {
      throw new SQLTransientConnectionException(
          "this server has cut its connections to the database, because it stops",
          CONNECTION_DOES_NOT_EXIST);
    }
  }

  /** The source of a connection; the call may block. */
  interface Source {
    Connection get() throws SQLException;
  }

  /** Takes a connection from the pool; an abort interrupts a thread that waits for one. */
  Connection await(Source source) throws SQLException {
    var thread = Thread.currentThread();
    waiting.add(thread);
    try {
      requireOpen();
      return source.get();
    } catch (SQLException e) {
      requireOpen();
      throw e;
    } finally {
      waiting.remove(thread);
      if (aborted) {
        // The interrupt was for the wait only.
        Thread.interrupted();
      }
    }
  }

  /**
   * @param whenReturned called once, when the connection is closed or aborted
   */
  Connection lend(Connection connection, Runnable whenReturned) throws SQLException {
    lent.add(connection);
    if (aborted) {
      abort(connection);
    }
    return (Connection)
        Proxy.newProxyInstance(
            LentConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            new Loan(connection, whenReturned));
  }

  /** Aborts all connections, and interrupts the threads that wait for one. */
  void abort() {
    aborted = true;
    lent.forEach(LentConnections::abort);
    waiting.forEach(Thread::interrupt);
  }

  /** Aborts a connection, and any wait for an answer on it, without contacting the database. */
  static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      LOG.debug("a connection was closed before it was aborted", e);
    }
  }

  /** Delegates to the connection, and records its end. */
  private final class Loan implements InvocationHandler {

    private final Connection connection;
    private final Runnable whenReturned;
    private final AtomicBoolean returned = new AtomicBoolean();

    private Loan(Connection connection, Runnable whenReturned) {
      this.connection = connection;
      this.whenReturned = whenReturned;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      try {
        return method.invoke(connection, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      } finally {
        if (ends(method) && returned.compareAndSet(false, true)) {
          lent.remove(connection);
          whenReturned.run();
        }
      }
    }

    private static boolean ends(Method method) {
      return method.getName().equals("close") || method.getName().equals("abort");
    }
  }
}
