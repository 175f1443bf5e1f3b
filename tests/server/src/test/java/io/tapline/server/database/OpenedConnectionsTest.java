package io.tapline.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TestTapline;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** A stopping server leaves no request waiting for an answer on a connection of its pool. */
class OpenedConnectionsTest {

  @Test
  void a_connection_that_the_pool_has_not_lent_is_aborted_too() throws SQLException {
    try (var tapline = TestTapline.start()) {
      var database = tapline.server().database();
      Connection idle;
      try (var lent = database.serving().getConnection()) {
        idle = (Connection) lent.unwrap(PGConnection.class);
      }
      assertThat(idle.isClosed()).isFalse();
      database.abort();
      assertThat(idle.isClosed()).isTrue();
    }
  }
}
