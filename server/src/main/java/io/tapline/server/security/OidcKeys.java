package io.tapline.server.security;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;

/**
 * The keys of the issuer: cached, and requested again when a token names an unknown key, at a
 * limited rate.
 */
final class OidcKeys {

  /** A key that the issuer has withdrawn is accepted at most this long. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  /** While the issuer is unreachable, its keys are accepted at most this long. */
  private static final Duration OUTAGE = Duration.ofHours(1);

  /** Tokens with invented key names must not cause a request each. */
  private static final Duration ASKED_AGAIN = Duration.ofSeconds(10);

  private OidcKeys() {}

  static JWKSource<SecurityContext> of(OidcSettings settings) {
    var issuer = new OidcDiscovery(settings.issuer());
    var keys = settings.keys();
    ResourceRetriever retriever =
        keys == null ? new Discovered(issuer) : new Configured(issuer, keys);
    return JWKSourceBuilder.<SecurityContext>create(
            OidcDiscovery.url(keys == null ? settings.issuer() : keys), retriever)
        .cache(KEPT.toMillis(), OidcDiscovery.PATIENCE_MILLIS * 2L)
        .refreshAheadCache(false)
        .rateLimited(ASKED_AGAIN.toMillis())
        .retrying(true)
        .outageTolerant(OUTAGE.toMillis())
        .build();
  }

  /** The address of the keys from the settings. */
  private record Configured(OidcDiscovery issuer, URI keys) implements ResourceRetriever {

    @Override
    public Resource retrieveResource(URL ignored) throws IOException {
      return issuer.fetch(keys);
    }
  }

  /**
   * Reads the address of the keys from the issuer each time that they are requested: the server
   * starts while the issuer is unreachable, and follows a change of the address.
   */
  private record Discovered(OidcDiscovery issuer) implements ResourceRetriever {

    @Override
    public Resource retrieveResource(URL ignored) throws IOException {
      return issuer.fetch(OidcDiscovery.address(issuer.metadata().getJWKSetURI(), "jwks_uri"));
    }
  }
}
