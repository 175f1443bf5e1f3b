package io.tapline.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/**
 * The connections that a pool has opened, lent or not. The pool validates an idle connection before
 * it lends it; during that wait, {@link LentConnections} has no connection to abort.
 */
final class OpenedConnections extends DelegatingSource {

  private final DataSource source;
  private final Set<Connection> opened = ConcurrentHashMap.newKeySet();

  OpenedConnections(DataSource source) {
    super(source);
    this.source = source;
  }

  @Override
  public Connection getConnection() throws SQLException {
    var connection = source.getConnection();
    opened.removeIf(OpenedConnections::closed);
    opened.add(connection);
    return connection;
  }

  /** Aborts all, and every wait for an answer on one of them. */
  void abort() {
    opened.forEach(LentConnections::abort);
  }

  private static boolean closed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }
}
