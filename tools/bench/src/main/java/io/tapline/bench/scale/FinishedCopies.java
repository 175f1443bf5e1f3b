package io.tapline.bench.scale;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.TextResource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/** A long history, made of copies of a shorter one that the engine wrote. */
record FinishedCopies(BenchDatabase database, long tenantId) {

  private static final String COPY = "select pg_temp.copy_finished(?, ?, ?, ?)";

  /**
   * Adds copies.
   *
   * @param progress receives the number of copies, after each round
   */
  void add(long count, LongConsumer progress) {
    try (var connection = database.connect();
        var statement = connection.createStatement()) {
      // The triggers of the tables have run for the originals.
      statement.execute("set session_replication_role = replica");
      statement.execute(TextResource.text(FinishedCopies.class, "sql/finished_copies.sql"));
      long width = number(connection, "select pg_sequence_last_value(tapline.uid_sequence(?))");
      try (var copy = connection.prepareStatement(COPY)) {
        long done = 0;
        for (int round = 1; done < count; round++) {
          done += copy(copy, round, width, lastSubject(connection, width, count - done));
          progress.accept(done);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private long copy(PreparedStatement copy, int round, long width, long lastSubject)
      throws SQLException {
    copy.setLong(1, tenantId);
    copy.setInt(2, round);
    copy.setLong(3, width);
    copy.setLong(4, lastSubject);
    try (var rows = copy.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Limits the originals of a round to the remaining number. */
  private long lastSubject(Connection connection, long width, long most) throws SQLException {
    return number(
        connection,
        "select max(uid) from (select uid from tapline.subject where tenant_id = ? and exec_state ="
            + " 'COMPLETED' and uid <= "
            + width
            + " order by uid limit "
            + most
            + ") s");
  }

  private long number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, tenantId);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
