package io.tapline.server.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that delegates to another one. */
abstract class DelegatingSource implements DataSource {

  private final DataSource target;

  DelegatingSource(DataSource target) {
    this.target = target;
  }

  @Override
  public final Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user of these connections is fixed");
  }

  @Override
  public final PrintWriter getLogWriter() throws SQLException {
    return target.getLogWriter();
  }

  @Override
  public final void setLogWriter(PrintWriter out) throws SQLException {
    target.setLogWriter(out);
  }

  @Override
  public final void setLoginTimeout(int seconds) throws SQLException {
    target.setLoginTimeout(seconds);
  }

  @Override
  public final int getLoginTimeout() throws SQLException {
    return target.getLoginTimeout();
  }

  @Override
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return target.getParentLogger();
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : target.unwrap(type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || target.isWrapperFor(type);
  }
}
