package io.tapline.postgres;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A server and the credentials of its superuser, from either usual form of a database URL. */
record AdminLogin(String server, String database, String options, String user, String password) {

  static AdminLogin of(EmbeddedServer embedded) {
    return new AdminLogin(
        "127.0.0.1:" + embedded.port(), "postgres", "", embedded.user(), embedded.password());
  }

  /**
   * Accepts {@code jdbc:postgresql://host:port/db?user=u&password=p} and {@code
   * postgresql://u:p@host:port/db}.
   */
  static AdminLogin parse(String url) {
    URI uri = URI.create(url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url);
    String user = "postgres";
    String password = "";
    if (uri.getRawUserInfo() != null) {
      String[] parts = uri.getRawUserInfo().split(":", 2);
      user = decoded(parts[0]);
      password = parts.length > 1 ? decoded(parts[1]) : "";
    }
    List<String> options = new ArrayList<>();
    for (String option : uri.getRawQuery() == null ? new String[0] : uri.getRawQuery().split("&")) {
      if (option.startsWith("user=")) {
        user = decoded(option.substring("user=".length()));
      } else if (option.startsWith("password=")) {
        password = decoded(option.substring("password=".length()));
      } else {
        options.add(option);
      }
    }
    String authority = uri.getRawAuthority();
    String server = authority.substring(authority.indexOf('@') + 1);
    String path = uri.getPath();
    String database = path.length() > 1 ? path.substring(1) : "postgres";
    return new AdminLogin(server, database, String.join("&", options), user, password);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  String jdbcUrl(String name) {
    return "jdbc:postgresql://" + server + "/" + name + (options.isEmpty() ? "" : "?" + options);
  }

  Connection connect(String name) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(name), user, password);
  }

  /** Executes a statement in the database of the URL. */
  void execute(String sql) {
    try (Connection connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql + " failed on the test server " + server, e);
    }
  }
}
