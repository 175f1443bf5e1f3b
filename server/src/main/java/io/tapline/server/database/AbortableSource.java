package io.tapline.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Connections outside the request pool, which a stopping server can abort like those of the pool.
 */
final class AbortableSource extends DelegatingSource {

  private final DataSource single;
  private final LentConnections lent;

  AbortableSource(DataSource single, LentConnections lent) {
    super(single);
    this.single = single;
    this.lent = lent;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return lent.lend(lent.await(single::getConnection), () -> {});
  }
}
