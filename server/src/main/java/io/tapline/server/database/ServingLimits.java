package io.tapline.server.database;

import com.zaxxer.hikari.HikariConfig;
import java.util.List;

/**
 * Timeouts of the connections that serve requests. Without them, a server that stalls inside a
 * transaction keeps its row locks, and repeated requests for these rows occupy every connection of
 * the healthy servers until an operator intervenes.
 */
final class ServingLimits {

  /** Wait for a row that another transaction has locked; transactions take milliseconds. */
  static final String LOCK_TIMEOUT = "15s";

  /** Limit of one statement; the longest ones count a very deep queue, in about a second. */
  static final String STATEMENT_TIMEOUT = "30s";

  /**
   * Limit between two statements of one transaction: a session that is idle for longer has stalled,
   * and PostgreSQL ends it and releases its locks.
   */
  static final String IDLE_IN_TRANSACTION_TIMEOUT = "20s";

  /**
   * Limit for an answer of the database, in seconds. It exceeds the statement timeout, so it ends
   * broken connections only.
   */
  static final int SOCKET_SECONDS = 45;

  /** Size of the health pool; it is separate, so that requests cannot exhaust it. */
  static final int HEALTH_CONNECTIONS = 2;

  /** A probe gets a connection within this time, or the server is not ready. */
  static final int HEALTH_PATIENCE_MILLIS = 3_000;

  /**
   * Limit for an answer to a probe, in seconds. A socket timeout, not a statement timeout:
   * cancelling a statement takes another connection, which hangs for longer when the network drops
   * packets.
   */
  static final int HEALTH_SOCKET_SECONDS = 3;

  private ServingLimits() {}

  static void apply(HikariConfig config) {
    config.setConnectionInitSql(
        String.join(
            "; ",
            List.of(
                "set default_transaction_isolation = 'read committed'",
                "set lock_timeout = '" + LOCK_TIMEOUT + "'",
                "set statement_timeout = '" + STATEMENT_TIMEOUT + "'",
                "set idle_in_transaction_session_timeout = '"
                    + IDLE_IN_TRANSACTION_TIMEOUT
                    + "'")));
  }
}
