package io.tapline.server.database;

import com.zaxxer.hikari.HikariConfig;
import java.util.List;

/**
 * How long a connection that serves requests waits, at the most. Without these a server that falls
 * silent inside a transaction keeps its row locks, and repeated requests for the same rows occupy
 * every connection of the healthy servers until somebody notices.
 */
final class ServingLimits {

  /** For a row that another transaction has locked: transactions here take milliseconds. */
  static final String LOCK_TIMEOUT = "15s";

  /** For one statement: the longest there are count a very deep queue, in about a second. */
  static final String STATEMENT_TIMEOUT = "30s";

  /**
   * Between two statements of one transaction: a session that is silent for so long has stopped,
   * and PostgreSQL ends its session and lets go of its locks.
   */
  static final String IDLE_IN_TRANSACTION_TIMEOUT = "20s";

  /**
   * For an answer of the database, in seconds: longer than any statement may take, so it ends only
   * what no longer hears each other.
   */
  static final int SOCKET_SECONDS = 45;

  /** The pool that answers whether the database does: its own, so that no request can fill it. */
  static final int HEALTH_CONNECTIONS = 2;

  /** A probe gets a connection within this time, or the server is not ready. */
  static final int HEALTH_PATIENCE_MILLIS = 3_000;

  /**
   * For an answer to a probe, in seconds. By the socket and not by a timeout of the statement: to
   * cancel one takes a connection, too, and where no packet comes through that hangs for longer.
   */
  static final int HEALTH_SOCKET_SECONDS = 3;

  private ServingLimits() {}

  static void apply(HikariConfig config) {
    config.setConnectionInitSql(
        String.join(
            "; ",
            List.of(
                "set lock_timeout = '" + LOCK_TIMEOUT + "'",
                "set statement_timeout = '" + STATEMENT_TIMEOUT + "'",
                "set idle_in_transaction_session_timeout = '"
                    + IDLE_IN_TRANSACTION_TIMEOUT
                    + "'")));
  }
}
