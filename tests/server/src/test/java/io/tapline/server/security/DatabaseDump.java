package io.tapline.server.security;

import io.tapline.server.testing.TestTapline;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Every document of a database, as one text to search. */
final class DatabaseDump {

  private DatabaseDump() {}

  static String read(TestTapline tapline) {
    var scratch = tapline.scratch();
    var text = new StringBuilder();
    try (var connection =
            DriverManager.getConnection(scratch.jdbcUrl(), scratch.user(), scratch.password());
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select json_addl::text from tapline.generic_instance")) {
      while (rows.next()) {
        text.append(rows.getString(1)).append('\n');
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return text.toString();
  }
}
