package io.tapline.tapdb;

import java.sql.SQLException;

/** The database could not do what was asked. Nothing of the transaction is there. */
public final class StoreException extends RuntimeException {

  /** A unique key was there already. */
  private static final String UNIQUE_VIOLATION = "23505";

  /** Others had it locked for longer than anyone waits. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

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

  /** There was no connection to be had, so nothing was begun. */
  static StoreException notConnected(SQLException cause) {
    return new StoreException(cause, false, false);
  }

  /** Whether there was a connection: otherwise it is certain that nothing was begun. */
  public boolean connected() {
    return connected;
  }

  /** Whether its message is meant for the caller; the database's own speaks of tables and rows. */
  public boolean worded() {
    return worded;
  }

  public String sqlState() {
    return ((SQLException) getCause()).getSQLState();
  }

  /** What was asked for is locked, by others who do not let go of it. */
  public static StoreException lockNotAvailable(String message) {
    return new StoreException(new SQLException(message, LOCK_NOT_AVAILABLE), true, true);
  }

  public boolean isLockNotAvailable() {
    return LOCK_NOT_AVAILABLE.equals(sqlState());
  }

  /** Two requests raced; the other one committed first. */
  public boolean isUniqueViolation() {
    return UNIQUE_VIOLATION.equals(sqlState());
  }
}
