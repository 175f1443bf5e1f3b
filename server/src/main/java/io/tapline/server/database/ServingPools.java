package io.tapline.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that serve requests: a pool for each kind of request, so that requests that wait
 * for a locked row never occupy the connections of another kind.
 */
final class ServingPools extends DelegatingSource {

  /** A request that gets no connection within this time is refused. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A pool is stuck when no connection was returned to it for this time. */
  static final Duration STUCK = Duration.ofSeconds(1);

  /**
   * Limit of requests that wait for a stuck pool: each of them occupies a request thread, which
   * other kinds need.
   */
  static final int MOST_WAITING_WHEN_STUCK = 40;

  private static final String TOO_MANY_CONNECTIONS = "53300";

  /**
   * Sizes of the pools, which add up to the configured number of connections.
   *
   * @param second connections for threads that already have one
   */
  record Sizes(int ordinary, int endings, int renewals, int second) {

    /** Divides 20 connections into 8, 7, 3 and 2. Each pool has at least one connection. */
    static Sizes of(int all) {
      int renewals = Math.max(1, all * 3 / 20);
      int second = Math.max(1, all / 10);
      int rest = Math.max(2, all - renewals - second);
      return new Sizes(rest - rest / 2, rest / 2, renewals, second);
    }
  }

  private final LentConnections lent;
  private final Map<ConnectionShare, Pool> byShare = new EnumMap<>(ConnectionShare.class);
  private final Pool second;

  /**
   * Number of connections of a thread. A thread that needs a second one, for example for a template
   * that is not cached, must not wait for itself.
   */
  private final ThreadLocal<int[]> held = ThreadLocal.withInitial(() -> new int[1]);

  ServingPools(DataSource source, int connections, LentConnections lent) {
    super(source);
    this.lent = lent;
    var sizes = Sizes.of(connections);
    byShare.put(
        ConnectionShare.ORDINARY, new Pool(source, "tapline-ordinary", sizes.ordinary(), true));
    byShare.put(
        ConnectionShare.ENDING, new Pool(source, "tapline-endings", sizes.endings(), false));
    byShare.put(
        ConnectionShare.RENEWAL, new Pool(source, "tapline-renewals", sizes.renewals(), false));
    second = new Pool(source, "tapline-second", sizes.second(), false);
  }

  @Override
  public Connection getConnection() throws SQLException {
    var mine = held.get();
    var pool = mine[0] > 0 ? second : byShare.get(ConnectionShare.current());
    var connection = lent.await(pool::take);
    mine[0]++;
    return lent.lend(
        connection,
        () -> {
          mine[0]--;
          pool.returned = System.nanoTime();
        });
  }

  /** All pools, for metrics, tests and the end of the server. */
  List<HikariDataSource> pools() {
    return Stream.concat(byShare.values().stream(), Stream.of(second))
        .map(pool -> pool.source)
        .toList();
  }

  int waiting(ConnectionShare share) {
    return byShare.get(share).waiting();
  }

  void measure(MetricsTrackerFactory figures) {
    pools().forEach(pool -> pool.setMetricsTrackerFactory(figures));
  }

  void close() {
    pools().forEach(HikariDataSource::close);
  }

  private static final class Pool {

    private final HikariDataSource source;
    private volatile long returned = System.nanoTime();

    /**
     * @param required whether the start fails without a connection; the other pools open theirs in
     *     the background
     */
    Pool(DataSource connections, String name, int size, boolean required) {
      var config = new HikariConfig();
      config.setPoolName(name);
      config.setDataSource(connections);
      config.setMaximumPoolSize(size);
      config.setMinimumIdle(1);
      config.setConnectionTimeout(STUCK.toMillis());
      if (!required) {
        config.setInitializationFailTimeout(-1);
      }
      ServingLimits.apply(config);
      source = new HikariDataSource(config);
    }

    /** The pool ends a wait each second, so that the waiting thread can check the limits. */
    Connection take() throws SQLException {
      long began = System.nanoTime();
      while (true) {
        try {
          return source.getConnection();
        } catch (SQLTransientConnectionException e) {
          long now = System.nanoTime();
          boolean stuck = now - returned > STUCK.toNanos();
          if (now - began > PATIENCE.toNanos()
              || stuck && waiting() >= MOST_WAITING_WHEN_STUCK
              || Thread.currentThread().isInterrupted()) {
            throw full(e);
          }
        }
      }
    }

    private int waiting() {
      return source.getHikariPoolMXBean().getThreadsAwaitingConnection();
    }

    /** Hikari's reason has the SQLSTATE of a failed connection, and none for a pool in use. */
    private static SQLException full(SQLTransientConnectionException reason) {
      return reason.getSQLState() == null
          ? new SQLTransientConnectionException(reason.getMessage(), TOO_MANY_CONNECTIONS, reason)
          : reason;
    }
  }

  /**
   * Tracks connections that were taken from the pool and not returned. A stopping server aborts
   * them, so that a thread that waits for an unreachable database continues at once with an error.
   */
  static final class LentConnections {

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
}
