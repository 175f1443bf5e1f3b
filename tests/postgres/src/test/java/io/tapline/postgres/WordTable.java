package io.tapline.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A table with a word per row: enough to see what was kept. */
final class WordTable {

  private WordTable() {}

  static Connection connect(EmbeddedServer server) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl("postgres"), server.user(), server.password());
  }

  static void write(EmbeddedServer server, String word) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (word text)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO kept (word) VALUES (?)")) {
        insert.setString(1, word);
        insert.executeUpdate();
      }
    }
  }

  static List<String> read(EmbeddedServer server) throws SQLException {
    return column(server, "SELECT word FROM kept");
  }

  static String show(EmbeddedServer server, String setting) throws SQLException {
    return column(server, "SHOW " + setting).get(0);
  }

  private static List<String> column(EmbeddedServer server, String query) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }
}
