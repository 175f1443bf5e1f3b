package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * DDL on tables that are in use. Its lock is asked for briefly and again rather than for long,
 * since everyone who comes later queues behind the one who waits.
 */
final class BriefLock {

  /**
   * Below deadlock_timeout (1 s): a transaction that meets this one in a deadlock never loses, this
   * one gives way first.
   */
  private static final int WAIT_MILLIS = 400;

  /** Ten seconds in all: longer than any request of ours, shorter than anyone's patience. */
  private static final int ATTEMPTS = 25;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private BriefLock() {}

  interface Ddl {
    void run() throws SQLException;
  }

  static void hold(Tx tx, Ddl ddl) throws SQLException {
    var connection = tx.connection();
    for (int attempt = 1; ; attempt++) {
      var before = connection.setSavepoint();
      try {
        tx.waitAtMost(WAIT_MILLIS);
        ddl.run();
        connection.releaseSavepoint(before);
        return;
      } catch (SQLException e) {
        // Whatever it was: the transaction stays usable, and no lock is kept.
        connection.rollback(before);
        if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || attempt == ATTEMPTS) throw e;
      }
    }
  }
}
