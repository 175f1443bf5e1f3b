package io.tapline.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class WireCountTest {

  private interface Work {
    void run(Connection connection) throws SQLException;
  }

  private static String counted(Work work) throws SQLException {
    try (var count = new WireCount();
        var database = BenchDatabase.create(TestBench.server(), "wire");
        var connection =
            DriverManager.getConnection(
                database.jdbcUrl(count.parameter()), database.user(), database.password())) {
      connection.createStatement().execute("create table t (n integer)");
      long statements = count.statements();
      long trips = count.trips();
      work.run(connection);
      return "%d statements, %d trips"
          .formatted(count.statements() - statements, count.trips() - trips);
    }
  }

  @Test
  void a_statement_alone_is_one_trip() throws SQLException {
    assertThat(counted(connection -> connection.createStatement().execute("select 1")))
        .isEqualTo("1 statements, 1 trips");
  }

  @Test
  void statements_that_are_sent_together_are_one_trip() throws SQLException {
    assertThat(
            counted(
                connection -> {
                  try (var insert = connection.prepareStatement("insert into t values (?)")) {
                    for (int i = 0; i < 3; i++) {
                      insert.setInt(1, i);
                      insert.addBatch();
                    }
                    insert.executeBatch();
                  }
                }))
        .isEqualTo("3 statements, 1 trips");
  }

  @Test
  void the_begin_and_the_commit_of_the_driver_count_too() throws SQLException {
    assertThat(
            counted(
                connection -> {
                  connection.setAutoCommit(false);
                  connection.createStatement().execute("select 1");
                  connection.commit();
                }))
        .isEqualTo("3 statements, 2 trips");
  }

  @Test
  void a_statement_that_is_longer_than_a_packet_is_one_statement() throws SQLException {
    var long1 = "select '" + "E".repeat(200_000) + "'";

    assertThat(counted(connection -> connection.createStatement().execute(long1)))
        .isEqualTo("1 statements, 1 trips");
  }
}
