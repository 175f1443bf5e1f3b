package io.tapline.tapdb;

import java.sql.SQLException;

/** The database could not do what was asked. Nothing of the transaction is there. */
public final class StoreException extends RuntimeException {

  /** A unique key was there already. */
  private static final String UNIQUE_VIOLATION = "23505";

  public StoreException(SQLException cause) {
    super(cause.getMessage(), cause);
  }

  public String sqlState() {
    return ((SQLException) getCause()).getSQLState();
  }

  /** Two requests raced; the other one committed first. */
  public boolean isUniqueViolation() {
    return UNIQUE_VIOLATION.equals(sqlState());
  }
}
