package io.tapline.client.http;

import java.net.URI;
import java.time.Duration;

/** What a client was built with. */
public record ClientSettings(
    URI url, String token, Duration timeout, Duration connectTimeout, Duration retryFor) {

  /** The same, without patience. */
  ClientSettings once(Duration longest) {
    return new ClientSettings(url, token, longest, connectTimeout, Duration.ZERO);
  }

  @Override
  public String toString() {
    return "client of " + url;
  }
}
