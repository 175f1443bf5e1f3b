package io.tapline.client.http;

import java.net.URI;

/**
 * Parses a server's URL: scheme, host, optional port and path prefix; trailing slashes are removed.
 */
public final class ServerUrl {

  private ServerUrl() {}

  public static URI parse(String text) {
    var bare = text == null ? "" : text.strip().replaceAll("/+$", "");
    try {
      var url = URI.create(bare);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http && url.getHost() != null && url.getQuery() == null && url.getFragment() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw wrong(text, e);
    }
    throw wrong(text, null);
  }

  private static IllegalArgumentException wrong(String text, Throwable cause) {
    return new IllegalArgumentException(
        "'" + text + "' is not the URL of a server; write it like http://127.0.0.1:8080", cause);
  }
}
