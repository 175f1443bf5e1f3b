package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import io.tapline.tapdb.RandomSecret;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * One-time links that log one person in within a short time. Links are in memory, so a link is
 * valid only at the server that issued it.
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

  /** Removes the link. The look-up by digest keeps its duration independent of the code. */
  Optional<Identity> redeem(String code) {
    return Optional.ofNullable(links.remove(RandomSecret.hash(code)));
  }
}
