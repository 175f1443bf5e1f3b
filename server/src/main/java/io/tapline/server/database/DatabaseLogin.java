package io.tapline.server.database;

import io.tapline.server.base.StartupRefused;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A database and the credentials of an administrator who may create roles and a schema.
 *
 * @param jdbcUrl without user and password; its options may still hold secrets
 */
public record DatabaseLogin(String jdbcUrl, String user, String password) {

  private static final String SCHEME = "postgresql://";
  private static final Pattern OPTIONS = Pattern.compile("(postgresql://[^\\s?]*)\\?[^\\s)]*");

  /**
   * Reads {@code postgresql://user:password@host:port/name} or {@code
   * jdbc:postgresql://host:port/name?user=u&password=p}.
   *
   * @param user overrides the URL's, or null
   * @param password overrides the URL's, or null
   */
  public static DatabaseLogin parse(String url, String user, String password) {
    var plain = url.startsWith("jdbc:") ? url.substring("jdbc:".length()) : url;
    plain = plain.startsWith("postgres://") ? plain.replaceFirst("postgres://", SCHEME) : plain;
    try {
      var uri = new URI(plain);
      if (!plain.startsWith(SCHEME) || uri.getHost() == null) {
        throw notAUrl();
      }
      return from(uri, user, password);
    } catch (URISyntaxException e) {
      throw notAUrl();
    }
  }

  /** The message omits the URL, which may hold a password. */
  private static StartupRefused notAUrl() {
    return new StartupRefused(
        "The database URL is not one such as postgresql://user:password@host:5432/name.");
  }

  private static DatabaseLogin from(URI uri, String givenUser, String givenPassword) {
    var user = "postgres";
    var password = "";
    if (uri.getRawUserInfo() != null) {
      var parts = uri.getRawUserInfo().split(":", 2);
      user = decoded(parts[0]);
      password = parts.length > 1 ? decoded(parts[1]) : "";
    }
    List<String> options = new ArrayList<>();
    for (var option : uri.getRawQuery() == null ? new String[0] : uri.getRawQuery().split("&")) {
      if (option.startsWith("user=")) {
        user = decoded(option.substring("user=".length()));
      } else if (option.startsWith("password=")) {
        password = decoded(option.substring("password=".length()));
      } else {
        options.add(option);
      }
    }
    var path =
        uri.getRawPath() == null || uri.getRawPath().length() < 2 ? "/postgres" : uri.getRawPath();
    return new DatabaseLogin(
        "jdbc:"
            + SCHEME
            + uri.getHost()
            + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
            + path
            + (options.isEmpty() ? "" : "?" + String.join("&", options)),
        givenUser != null ? givenUser : user,
        givenPassword != null ? givenPassword : password);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /**
   * The host, the port and the name, for messages and logs: options such as sslpassword are secret.
   */
  String place() {
    return withoutOptions(jdbcUrl);
  }

  /** Removes the options of every JDBC URL from a text. */
  static String withoutOptions(String text) {
    return OPTIONS.matcher(text).replaceAll("$1");
  }

  /** The password is a secret and stays out of logs. */
  @Override
  public String toString() {
    return "DatabaseLogin[" + place() + ", " + user + "]";
  }
}
