package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Links that log one person in, once, soon. Only the server that gave one out knows it: it names
 * that server.
 */
@Component
public final class LoginLinks {

  static final Duration VALID = Duration.ofMinutes(15);
  private static final int MOST = 100;

  private final ExpiringCache<Identity> links;

  LoginLinks(Ticker ticker) {
    this.links = new ExpiringCache<>(MOST, VALID, ticker);
  }

  /** The path and query of a new link. */
  public String issue(FirstToken first) {
    var code = RandomSecret.draw();
    links.put(RandomSecret.hash(code), first.identity());
    return LoginEndpoints.LOGIN + "?code=" + code;
  }

  /** Found by digest, so that how long it takes says nothing; and gone from then on. */
  Optional<Identity> redeem(String code) {
    return Optional.ofNullable(links.remove(RandomSecret.hash(code)));
  }
}
