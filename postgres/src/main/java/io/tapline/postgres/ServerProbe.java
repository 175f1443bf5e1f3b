package io.tapline.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Checks that a server accepts the password and serves the expected data. */
final class ServerProbe {

  private static final String SECONDS = "10";

  private ServerProbe() {}

  static String dataServedAt(int port, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", EmbeddedServer.SUPERUSER);
    properties.setProperty("password", password);
    properties.setProperty("loginTimeout", SECONDS);
    properties.setProperty("socketTimeout", SECONDS);
    try (Connection connection = DriverManager.getConnection(url(port, "postgres"), properties);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT current_setting('data_directory')")) {
      rows.next();
      return rows.getString(1);
    }
  }

  static String url(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }
}
