package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.Set;

/** A failure of the database. The transaction was rolled back. */
public final class StoreException extends RuntimeException {

  private static final String UNIQUE_VIOLATION = "23505";

  /** Another transaction held the lock longer than the time-out. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final String WRONG_STATE = "55000";

  /** A transaction that could not be serialized, and one that was ended because of a deadlock. */
  private static final Set<String> CONCURRENCY_FAILURES = Set.of("40001", "40P01");

  /** Errors of a prepared statement that exists already, and of one that does not exist. */
  private static final Set<String> FOREIGN_STATEMENTS = Set.of("42P05", "26000");

  private final boolean worded;
  private final boolean connected;

  public StoreException(SQLException cause) {
    this(cause, false, true);
  }

  private StoreException(SQLException cause, boolean worded, boolean connected) {
    super(cause.getMessage(), cause);
    this.worded = worded;
    this.connected = connected;
  }

  /** No connection was available, so no transaction began. */
  static StoreException notConnected(SQLException cause) {
    return new StoreException(cause, false, false);
  }

  /** Whether there was a connection: otherwise certainly no transaction began. */
  public boolean connected() {
    return connected;
  }

  /**
   * Whether the message is meant for the caller; messages of the database contain tables and rows.
   */
  public boolean worded() {
    return worded;
  }

  @Override
  public synchronized SQLException getCause() {
    return (SQLException) super.getCause();
  }

  public String sqlState() {
    return getCause().getSQLState();
  }

  /** The requested row is locked by others that do not release it. */
  public static StoreException lockNotAvailable(String message) {
    return new StoreException(new SQLException(message, LOCK_NOT_AVAILABLE), true, true);
  }

  /** The times of the store are those of a test clock that was moved. */
  static StoreException clockMoved(String shift) {
    var message =
        "its clock was moved by %s for tests, so its times are wrong; start with --test-clock, or"
                .formatted(shift)
            + " use another database";
    return new StoreException(new SQLException(message, WRONG_STATE), true, true);
  }

  public boolean isLockNotAvailable() {
    return LOCK_NOT_AVAILABLE.equals(sqlState());
  }

  /**
   * A pooler between client and database assigned a connection with prepared statements of another
   * client.
   */
  public boolean isOfPooler() {
    return sqlState() != null && FOREIGN_STATEMENTS.contains(sqlState());
  }

  /** PostgreSQL ended the transaction because of concurrent ones; it can succeed when repeated. */
  public boolean isConcurrencyFailure() {
    return sqlState() != null && CONCURRENCY_FAILURES.contains(sqlState());
  }

  /** A concurrent request committed first. */
  public boolean isUniqueViolation() {
    return UNIQUE_VIOLATION.equals(sqlState());
  }
}
