package io.tapline.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.tapline.engine.model.Caller;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.RandomSecret;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/**
 * Verifies JWTs of one issuer: signature, audience, validity and the claims that identify a user.
 */
@Component
final class OidcTokens {

  /**
   * Asymmetric signatures only. {@code none} and HMAC are excluded: with HMAC, a holder of the
   * public key could sign.
   */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private static final JOSEObjectType ACCESS = new JOSEObjectType("at+jwt");

  private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);

  private final OidcSettings settings;
  private final Tenants tenants;
  private final DefaultJWTProcessor<SecurityContext> processor;
  private final IDTokenValidator idTokens;

  OidcTokens(SecuritySettings settings, OpenDatabase database) {
    this.settings = settings.oidc();
    this.tenants = new Tenants(database.serving());
    var keys = this.settings == null ? null : OidcKeys.of(this.settings);
    // Only the types of ID tokens and access tokens; the issuer may sign other documents too.
    this.processor =
        keys == null
            ? null
            : processor(
                this.settings, keys, this.settings.audience(), JOSEObjectType.JWT, ACCESS, null);
    this.idTokens =
        keys == null || this.settings.client() == null ? null : validator(this.settings, keys);
  }

  private static IDTokenValidator validator(
      OidcSettings settings, JWKSource<SecurityContext> keys) {
    var validator =
        new IDTokenValidator(
            new Issuer(settings.issuer()),
            new ClientID(settings.client().id()),
            new JWSVerificationKeySelector<>(ALGORITHMS, keys),
            null);
    validator.setMaxClockSkew((int) settings.clockSkew().toSeconds());
    return validator;
  }

  private static DefaultJWTProcessor<SecurityContext> processor(
      OidcSettings settings,
      JWKSource<SecurityContext> keys,
      List<String> audience,
      JOSEObjectType... types) {
    var processor = new DefaultJWTProcessor<SecurityContext>();
    processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
    processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(types));
    var claims =
        new DefaultJWTClaimsVerifier<SecurityContext>(
            new HashSet<>(audience),
            new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
            Set.of("sub", "exp"),
            Set.of());
    claims.setMaxClockSkew((int) settings.clockSkew().toSeconds());
    processor.setJWTClaimsSetVerifier(claims);
    return processor;
  }

  CredentialVerdict verify(String text) {
    return processor == null
        ? CredentialVerdict.UNKNOWN
        : judge(
            Level.DEBUG,
            () -> {
              var claims = processor.process(text, null);
              return identify(claims, claims.getExpirationTime().toInstant());
            });
  }

  /**
   * Verifies the ID token that the issuer returned for a code. The token proves the identity only
   * now; the session that it opens has a separate end.
   */
  CredentialVerdict idToken(JWT token, String nonce) {
    return judge(
        Level.WARN,
        () -> {
          var claims = idTokens.validate(token, new Nonce(nonce));
          // The validator ignores the authorized party.
          var party = claims.getAuthorizedParty();
          if (party != null && !party.getValue().equals(settings.client().id())) {
            throw new BadJWTException("it is for another client of the issuer");
          }
          return identify(claims.toJWTClaimsSet(), null);
        });
  }

  private interface TokenProof {
    CredentialVerdict look()
        throws ParseException, GeneralException, BadJOSEException, JOSEException;
  }

  /**
   * @param level a token of a client may be anything; a token from the issuer should be valid
   */
  private CredentialVerdict judge(Level level, TokenProof tokenProof) {
    try {
      return tokenProof.look();
    } catch (ExpiredJWTException e) {
      return CredentialVerdict.ENDED;
    } catch (RateLimitReachedException e) {
      // The key is unknown, and new keys were requested a moment ago.
      return CredentialVerdict.UNKNOWN;
    } catch (KeySourceException e) {
      LOG.warn("the keys of {} could not be read: {}", settings.issuer(), e.getMessage());
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the keys of the issuer cannot be read now; try again");
    } catch (ParseException | GeneralException | BadJOSEException | JOSEException e) {
      // The message names the defect and never quotes the token.
      LOG.atLevel(level).log("a JWT was refused: {}", e.getMessage());
      return CredentialVerdict.UNKNOWN;
    }
  }

  private CredentialVerdict identify(JWTClaimsSet claims, Instant notAfter) {
    var tenantKey = settings.tenantOf(TokenClaims.text(claims, settings.tenantClaim()));
    var tenant = tenantKey == null ? null : tenants.byKey(tenantKey).orElse(null);
    if (tenant == null || claims.getSubject().isBlank()) {
      LOG.warn("a JWT of {} names no tenant of this server", settings.issuer());
      return CredentialVerdict.UNKNOWN;
    }
    var roles = settings.rolesOf(TokenClaims.texts(claims, settings.roleClaim()));
    return CredentialVerdict.proves(
        new Identity(
            new Caller(
                tenant.id(), OidcPrincipal.of(settings.issuer(), claims.getSubject()), roles),
            tenantKey,
            Identity.Proof.OIDC,
            null,
            null,
            notAfter,
            null));
  }

  /**
   * The keys of the issuer: cached, and requested again when a token names an unknown key, at a
   * limited rate.
   */
  private static final class OidcKeys {

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

  /**
   * A claim by its name, or by a path such as {@code realm_access.roles}; a name that contains
   * dots, such as a URL, takes precedence.
   */
  private static final class TokenClaims {

    private TokenClaims() {}

    /** The entries of a list, or the words of a text. */
    static List<String> texts(JWTClaimsSet claims, String name) {
      var value = find(claims, name);
      if (value instanceof Collection<?> many) {
        return many.stream().map(Objects::toString).toList();
      }
      return value instanceof String text ? Arrays.asList(text.strip().split("\\s+")) : List.of();
    }

    /** The text; null if it is missing or not a text. */
    static String text(JWTClaimsSet claims, String name) {
      return name != null && find(claims, name) instanceof String text ? text : null;
    }

    private static Object find(JWTClaimsSet claims, String name) {
      var direct = claims.getClaim(name);
      if (direct != null) {
        return direct;
      }
      Object at = claims.getClaims();
      for (var step : name.split("\\.")) {
        at = at instanceof Map<?, ?> inner ? inner.get(step) : null;
      }
      return at;
    }
  }

  /**
   * The principal of a person that an issuer authenticated. A subject is unique only within its
   * issuer, so the name contains both: {@code oidc:ada@id.example.com/lab}.
   */
  static final class OidcPrincipal {

    /** Longest key of a principal. */
    private static final int LONGEST = 200;

    private static final Pattern PLAIN = Pattern.compile("[\\p{Graph} ]+");

    private OidcPrincipal() {}

    static String of(URI issuer, String subject) {
      var rest = issuer.getRawAuthority() + issuer.getRawPath();
      var name = "oidc:" + subject + "@" + rest;
      if (name.length() <= LONGEST && PLAIN.matcher(name).matches()) {
        return name;
      }
      var digest = RandomSecret.hash(name);
      return "oidc:" + digest;
    }
  }
}
