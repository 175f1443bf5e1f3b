package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the identity of the database once on each connection, before its first transaction. After a
 * failover or a restore, the first connection begins a new epoch of the feed and moves the uids
 * ahead (V5__feed.sql), and this process drops its caches of the former incarnation. A restore
 * under an open connection is detected by the OID of a core table, which every transaction reads
 * when it enters its tenant.
 */
final class ClusterCheck {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterCheck.class);

  private static final String MEET =
      "select identity, former, epoch, software_code,"
          + " current_setting('default_transaction_isolation') as isolation"
          + " from tapline.meet_cluster(?)";

  /** A connection exception, after which clients retry the request. */
  private static final String CONNECTION_FAILURE = "08006";

  /** A temporary refusal: a standby before its promotion, or a schema during its restore. */
  private static final String CANNOT_CONNECT_NOW = "57P03";

  /**
   * Errors of a standby, and of statements whose tables, functions or rights a restore has dropped
   * and not yet recreated.
   */
  private static final Set<String> NOT_READY =
      Set.of(
          "55000", "25006", "42501", "42P01", "42883", "42704", "42703", "3F000", "0A000", "XX000");

  /** Checked connections, each with the database that it found. */
  private final Map<PGConnection, Life> checked = Collections.synchronizedMap(new WeakHashMap<>());

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private String identity;
  private volatile int lives;

  /** The listener runs for each new incarnation, before any statement on it. */
  void onNewIncarnation(Runnable forget) {
    listeners.add(forget);
  }

  /** Number of incarnations so far; values cached under another number may be wrong. */
  int lives() {
    return lives;
  }

  /**
   * Checks a connection of this process at the beginning of a transaction; commits.
   *
   * @param lives number of incarnations before the connection was requested
   * @return the database, whose core table the transaction has to find
   */
  Life require(Connection connection, int lives) throws SQLException {
    var physical = physical(connection);
    var life = physical == null ? null : checked.get(physical);
    if (life == null) {
      life = readLife(connection);
      connection.commit();
      note(life);
      remember(physical, life);
    }
    if (lives != this.lives && lives != 0) {
      throw wentOn();
    }
    return life;
  }

  /**
   * Checks inside a transaction of the caller, whose rollback would undo a new epoch: only a known
   * incarnation is recorded.
   *
   * @return the database, whose core table the transaction has to find
   */
  Life requireWithin(Connection callers) throws SQLException {
    var physical = physical(callers);
    var known = physical == null ? null : checked.get(physical);
    if (known != null) {
      return known;
    }
    var life = readLife(callers);
    synchronized (this) {
      if (life.identity().equals(identity)) {
        remember(physical, life);
      } else if (identity != null) {
        listeners.forEach(Runnable::run);
      }
    }
    return life;
  }

  /** Compares the OID of the core table that a transaction found when it entered its tenant. */
  void requireSame(Connection connection, Life life, long coreTable) throws SQLException {
    if (coreTable != life.coreTable()) {
      forget(connection);
      throw wentOn();
    }
  }

  /** The next transaction on this connection reads the properties of its session again. */
  void forget(Connection connection) throws SQLException {
    checked.remove(physical(connection));
  }

  /**
   * Returns the error, or one for a changed or unavailable database if the schema has changed.
   *
   * @param connection its transaction was rolled back
   */
  SQLException explain(Connection connection, SQLException error) {
    var state = error.getSQLState();
    if (state == null || !NOT_READY.contains(state)) {
      return error;
    }
    try {
      var before = checked.remove(physical(connection));
      var life = readLife(connection);
      connection.rollback();
      return before == null || before.coreTable() == life.coreTable() ? error : wentOn();
    } catch (SQLException e) {
      return e;
    }
  }

  private static SQLException wentOn() {
    return new SQLException(
        "the database went on from another state meanwhile; send the same request again",
        CONNECTION_FAILURE);
  }

  private void remember(PGConnection physical, Life life) {
    if (physical != null) {
      checked.put(physical, life);
    }
  }

  private static Life readLife(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement(MEET)) {
      statement.setString(1, BuildVersion.text());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return Life.read(rows);
      }
    } catch (SQLException e) {
      if (NOT_READY.contains(String.valueOf(e.getSQLState()))) {
        throw new SQLException(
            "the database is not ready: " + e.getMessage(), CANNOT_CONNECT_NOW, e);
      }
      throw e;
    }
  }

  private synchronized void note(Life life) {
    if (life.former() != null && life.epoch() != null) {
      LOG.warn(
          "the database is now {} and was {}: it continues from another cluster or an earlier"
              + " state; the feed's epoch is now {}, identifiers are moved ahead",
          life.identity(),
          life.former(),
          life.epoch());
    }
    if (life.identity().equals(identity)) {
      return;
    }
    if (identity != null) {
      LOG.warn("the database is now {} and was {}: caches are dropped", life.identity(), identity);
      listeners.forEach(Runnable::run);
    }
    identity = life.identity();
    lives++;
  }

  /** Null if a pool does not expose it: then every transaction is checked. */
  private static PGConnection physical(Connection connection) throws SQLException {
    return connection.isWrapperFor(PGConnection.class)
        ? connection.unwrap(PGConnection.class)
        : null;
  }

  /**
   * The incarnation of the database behind a connection.
   *
   * @param former the previous incarnation, if this connection has just begun a new one; otherwise
   *     the same
   * @param epoch the new epoch of the feed, if it has just begun; otherwise null
   * @param coreTable the OID of a core table, which is the last part of the identity
   * @param softwareCode this build in evidence
   * @param isolation the default isolation level of the session
   */
  record Life(
      String identity,
      String former,
      Long epoch,
      long coreTable,
      int softwareCode,
      String isolation) {

    static Life read(ResultSet row) throws SQLException {
      var identity = row.getString("identity");
      return new Life(
          identity,
          row.getString("former"),
          row.getObject("epoch", Long.class),
          Long.parseLong(identity.substring(identity.lastIndexOf('/') + 1)),
          row.getInt("software_code"),
          row.getString("isolation"));
    }
  }
}
