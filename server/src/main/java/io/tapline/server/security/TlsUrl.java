package io.tapline.server.security;

import java.net.URI;
import java.util.List;

/** Addresses that are safe for sending secrets and receiving keys. */
final class TlsUrl {

  private static final List<String> HERE = List.of("localhost", "127.0.0.1", "[::1]");

  private TlsUrl() {}

  /** TLS, or loopback. */
  static boolean is(URI url) {
    var host = url.getHost();
    return host != null
        && ("https".equals(url.getScheme())
            || "http".equals(url.getScheme()) && HERE.contains(host));
  }
}
