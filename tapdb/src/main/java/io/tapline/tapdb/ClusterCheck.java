package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each connection once, before anything is done there, which cluster it leads to and which of
 * its lives. After a failover or a restore to a point in time the first who asks begins a new epoch
 * of the feed and has the uids jump ahead (V5__feed.sql); what this process remembers of the former
 * life is forgotten.
 */
final class ClusterCheck {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterCheck.class);

  private static final String MEET = "select tapline.meet_cluster()";

  /** A connection exception: what was asked may be asked again, and should be. */
  private static final String CONNECTION_FAILURE = "08006";

  /** A connection stays with one server process, which stays with one life. */
  private final Map<PGConnection, Boolean> met = Collections.synchronizedMap(new WeakHashMap<>());

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  private String identity;
  private volatile int lives;

  /** Runs whenever another life is met, before anything is done there. */
  void onNewLife(Runnable forget) {
    listeners.add(forget);
  }

  /** How many lives were met: what was remembered under another number may not be true any more. */
  int lives() {
    return lives;
  }

  /**
   * On a connection of our own, at the beginning of a transaction; commits.
   *
   * @param lives that were met before the connection was asked for
   */
  void require(Connection connection, int lives) throws SQLException {
    var physical = physical(connection);
    if (physical == null || !met.containsKey(physical)) {
      var here = ask(connection);
      connection.commit();
      note(here);
      remember(physical);
    }
    if (lives != this.lives && lives != 0) {
      throw new SQLException(
          "the database went on from another state meanwhile; ask again", CONNECTION_FAILURE);
    }
  }

  /**
   * Within somebody else's transaction, which may be rolled back and take a new epoch with it: only
   * a life that was met before counts as met.
   */
  void requireWithin(Connection callers) throws SQLException {
    var physical = physical(callers);
    if (physical != null && met.containsKey(physical)) {
      return;
    }
    var here = ask(callers);
    synchronized (this) {
      if (here.equals(identity)) {
        remember(physical);
      } else if (identity != null) {
        listeners.forEach(Runnable::run);
      }
    }
  }

  private void remember(PGConnection physical) {
    if (physical != null) {
      met.put(physical, true);
    }
  }

  private static String ask(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement(MEET);
        var rows = statement.executeQuery()) {
      rows.next();
      return rows.getString(1);
    }
  }

  private synchronized void note(String here) {
    if (here.equals(identity)) {
      return;
    }
    if (identity != null) {
      LOG.warn(
          "the database is now {} and was {}: what was known of it is forgotten", here, identity);
      listeners.forEach(Runnable::run);
    }
    identity = here;
    lives++;
  }

  /** Null where a pool does not show it: then every transaction asks. */
  private static PGConnection physical(Connection connection) throws SQLException {
    return connection.isWrapperFor(PGConnection.class)
        ? connection.unwrap(PGConnection.class)
        : null;
  }
}
