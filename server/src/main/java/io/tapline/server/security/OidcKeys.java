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
 * The issuer's keys: kept for a while, asked for again when a token names one that is not there,
 * and not more often than the issuer can bear.
 */
final class OidcKeys {

  /** A key that the issuer has withdrawn is believed no longer than this. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  /** When an issuer is away, its keys are believed for so long. */
  private static final Duration OUTAGE = Duration.ofHours(1);

  /** Tokens with made-up key names must not make us ask all the time. */
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

  /** Where somebody said that they are. */
  private record Configured(OidcDiscovery issuer, URI keys) implements ResourceRetriever {

    @Override
    public Resource retrieveResource(URL ignored) throws IOException {
      return issuer.fetch(keys);
    }
  }

  /**
   * Asks the issuer where its keys are, each time that they are wanted: so the server starts when
   * the issuer is away, and follows it when it moves them.
   */
  private record Discovered(OidcDiscovery issuer) implements ResourceRetriever {

    @Override
    public Resource retrieveResource(URL ignored) throws IOException {
      return issuer.fetch(OidcDiscovery.address(issuer.document(), "jwks_uri"));
    }
  }
}
