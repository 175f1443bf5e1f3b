package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * DDL on tables that are in use. The lock is requested with a short time-out and retries, because
 * every later request queues behind a waiting lock.
 */
final class BriefLock {

  /**
   * Below deadlock_timeout (1 s): in a deadlock with another transaction, this one gives up first.
   */
  private static final int WAIT_MILLIS = 400;

  /** Ten seconds in all: longer than any request, shorter than the patience of an operator. */
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
        // After any error the transaction stays usable and holds no lock.
        connection.rollback(before);
        if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || attempt == ATTEMPTS) throw e;
      }
    }
  }
}
