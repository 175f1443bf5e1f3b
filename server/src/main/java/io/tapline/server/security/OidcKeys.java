package io.tapline.server.security;

import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import tools.jackson.core.JacksonException;

/**
 * The issuer's keys: kept for a while, asked for again when a token names one that is not there,
 * and not more often than the issuer can bear.
 */
final class OidcKeys {

  private static final int PATIENCE_MILLIS = 3_000;
  private static final int MOST_BYTES = 512 * 1024;

  /** A key that the issuer has withdrawn is believed no longer than this. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  /** When an issuer is away, its keys are believed for so long. */
  private static final Duration OUTAGE = Duration.ofHours(1);

  /** Tokens with made-up key names must not make us ask all the time. */
  private static final Duration ASKED_AGAIN = Duration.ofSeconds(10);

  private OidcKeys() {}

  static JWKSource<SecurityContext> of(OidcSettings settings) {
    var retriever = new DefaultResourceRetriever(PATIENCE_MILLIS, PATIENCE_MILLIS, MOST_BYTES);
    return JWKSourceBuilder.<SecurityContext>create(
            url(settings.keys() != null ? settings.keys() : settings.issuer()),
            settings.keys() != null ? retriever : new Discovered(settings.issuer(), retriever))
        .cache(KEPT.toMillis(), PATIENCE_MILLIS * 2L)
        .refreshAheadCache(false)
        .rateLimited(ASKED_AGAIN.toMillis())
        .retrying(true)
        .outageTolerant(OUTAGE.toMillis())
        .build();
  }

  /**
   * Asks the issuer where its keys are, each time that they are wanted: so the server starts when
   * the issuer is away, and follows it when it moves them.
   */
  private record Discovered(URI issuer, ResourceRetriever retriever) implements ResourceRetriever {

    @Override
    public Resource retrieveResource(URL ignored) throws IOException {
      var base = issuer.toString().replaceAll("/+$", "");
      var answer = retriever.retrieveResource(url(URI.create(base + DOCUMENT)));
      try {
        var document = Json.parse(answer.getContent());
        // Somebody else's document would give us somebody else's keys.
        if (!issuer.toString().equals(document.path("issuer").asString(null))) {
          throw new IOException("the discovery document is of another issuer");
        }
        return retriever.retrieveResource(url(URI.create(document.path("jwks_uri").asString(""))));
      } catch (JacksonException | IllegalArgumentException e) {
        throw new IOException("the discovery document cannot be read", e);
      }
    }

    private static final String DOCUMENT = "/.well-known/openid-configuration";
  }

  private static URL url(URI uri) {
    try {
      return uri.toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("not a URL that can be fetched: " + uri, e);
    }
  }
}
