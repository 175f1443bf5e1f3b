package io.tapline.server.security;

import java.net.URI;
import java.util.List;

/** Addresses to which secrets may be sent, and from which keys may come. */
final class TlsUrl {

  private static final List<String> HERE = List.of("localhost", "127.0.0.1", "[::1]");

  private TlsUrl() {}

  /** TLS; or this very machine, where nobody is in between. */
  static boolean is(URI url) {
    var host = url.getHost();
    return host != null
        && ("https".equals(url.getScheme())
            || "http".equals(url.getScheme()) && HERE.contains(host));
  }
}
