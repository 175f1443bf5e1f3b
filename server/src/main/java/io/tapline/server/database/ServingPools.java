package io.tapline.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;

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
}
