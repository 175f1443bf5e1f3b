package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.Locale;

/**
 * A lock between servers that lasts until the end of the transaction: a row of tapline.server_lock,
 * which SQL readers and producers cannot lock, whereas they could take an advisory lock.
 */
enum ServerLock {

  /** One tenant is created at a time; policies are DDL on tables that all tenants share. */
  TENANTS,

  /** One loader per tenant at a time: two servers that start together load the same packs. */
  PACKS,

  /** One server maintains the partitions at a time; the second finds them up to date. */
  PULSE_PARTITIONS;

  /** Longer than any of the transactions, shorter than the time-out of a start. */
  private static final int WAIT_MILLIS = 30_000;

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  void hold(Tx tx) throws SQLException {
    hold(tx, WAIT_MILLIS);
  }

  void hold(Tx tx, int waitMillis) throws SQLException {
    hold(tx, rowName(), waitMillis);
  }

  void holdFor(Tx tx, long tenantId) throws SQLException {
    hold(tx, rowName() + "." + tenantId, WAIT_MILLIS);
  }

  private String rowName() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static void hold(Tx tx, String name, int waitMillis) throws SQLException {
    tx.waitAtMost(waitMillis);
    try {
      tx.update(SqlFile.load(ServerLock.class, "transaction/hold_lock"), name);
    } catch (SQLException e) {
      if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
        throw e;
      }
      throw StoreException.lockNotAvailable(
          ("another session has held the lock '%s', a row of tapline.server_lock, for longer than"
                  + " %d ms; end that session, which pg_blocking_pids names while this one waits, and"
                  + " start again")
              .formatted(name, waitMillis));
    }
  }
}
