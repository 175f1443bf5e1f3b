package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.Set;

/** The database could not do what was asked. Nothing of the transaction is there. */
public final class StoreException extends RuntimeException {

  /** A unique key was there already. */
  private static final String UNIQUE_VIOLATION = "23505";

  /** Others had it locked for longer than anyone waits. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** A prepared statement that exists already, and one that does not exist. */
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

  @Override
  public synchronized SQLException getCause() {
    return (SQLException) super.getCause();
  }

  public String sqlState() {
    return getCause().getSQLState();
  }

  /** What was asked for is locked, by others who do not let go of it. */
  public static StoreException lockNotAvailable(String message) {
    return new StoreException(new SQLException(message, LOCK_NOT_AVAILABLE), true, true);
  }

  public boolean isLockNotAvailable() {
    return LOCK_NOT_AVAILABLE.equals(sqlState());
  }

  /**
   * A pooler between client and database gave the transaction a connection with another client's
   * prepared statements.
   */
  public boolean isOfPooler() {
    return sqlState() != null && FOREIGN_STATEMENTS.contains(sqlState());
  }

  /** Two requests raced; the other one committed first. */
  public boolean isUniqueViolation() {
    return UNIQUE_VIOLATION.equals(sqlState());
  }
}
