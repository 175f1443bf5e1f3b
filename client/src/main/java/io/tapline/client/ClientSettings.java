package io.tapline.client;

import java.net.URI;
import java.time.Duration;

/** What a client was built with. */
record ClientSettings(
    URI url, String token, Duration timeout, Duration connectTimeout, Duration retryFor) {

  @Override
  public String toString() {
    return "client of " + url;
  }
}
