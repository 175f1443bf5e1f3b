package io.tapline.client.http;

import java.net.URI;
import java.time.Duration;

public record ClientSettings(
    URI url, String token, Duration timeout, Duration connectTimeout, Duration retryFor) {

  /** A copy with this timeout and without retries. */
  ClientSettings once(Duration longest) {
    return new ClientSettings(url, token, longest, connectTimeout, Duration.ZERO);
  }

  @Override
  public String toString() {
    return "client of " + url;
  }
}
