package io.tapline.server.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import io.tapline.engine.model.Caller;
import io.tapline.server.Settings;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Tenants;
import java.text.ParseException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** JWTs of one issuer: signed by its keys, meant for us, in time, with claims that say who. */
@Component
final class OidcTokens {

  /**
   * Signatures that only the issuer can make. Neither {@code none} nor the HMACs, whose key both
   * sides have: with those, who knows the public key could sign.
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

  private static final Logger LOG = LoggerFactory.getLogger(OidcTokens.class);

  private final OidcSettings settings;
  private final Tenants tenants;
  private final DefaultJWTProcessor<SecurityContext> processor;

  OidcTokens(Settings settings, OpenDatabase database) {
    this.settings = settings.security().oidc();
    this.tenants = new Tenants(database.serving());
    this.processor = this.settings == null ? null : processor(this.settings);
  }

  private static DefaultJWTProcessor<SecurityContext> processor(OidcSettings settings) {
    var processor = new DefaultJWTProcessor<SecurityContext>();
    processor.setJWSKeySelector(
        new JWSVerificationKeySelector<>(ALGORITHMS, OidcKeys.of(settings)));
    // An ID token or an access token; nothing else that the issuer may sign for other ends.
    processor.setJWSTypeVerifier(
        new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
    var claims =
        new DefaultJWTClaimsVerifier<SecurityContext>(
            new HashSet<>(settings.audience()),
            new JWTClaimsSet.Builder().issuer(settings.issuer().toString()).build(),
            Set.of("sub", "exp"),
            Set.of());
    claims.setMaxClockSkew((int) settings.clockSkew().toSeconds());
    processor.setJWTClaimsSetVerifier(claims);
    return processor;
  }

  Verdict verify(String text) {
    if (processor == null) {
      return Verdict.UNKNOWN;
    }
    try {
      return identify(processor.process(text, null));
    } catch (ExpiredJWTException e) {
      return Verdict.ENDED;
    } catch (RateLimitReachedException e) {
      // Its key is not among those that we have, and we asked for new ones a moment ago.
      return Verdict.UNKNOWN;
    } catch (KeySourceException e) {
      LOG.warn("the keys of {} cannot be had: {}", settings.issuer(), e.getMessage());
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the issuer's keys cannot be had now; try again");
    } catch (ParseException | BadJOSEException | JOSEException e) {
      // The message speaks of what is wrong with it, and never quotes it.
      LOG.debug("a JWT was refused: {}", e.getMessage());
      return Verdict.UNKNOWN;
    }
  }

  private Verdict identify(JWTClaimsSet claims) {
    var tenantKey = settings.tenantOf(Claims.text(claims, settings.tenantClaim()));
    var tenant = tenantKey == null ? null : tenants.byKey(tenantKey).orElse(null);
    if (tenant == null || claims.getSubject().isBlank()) {
      LOG.warn("a JWT of {} names no tenant of this server", settings.issuer());
      return Verdict.UNKNOWN;
    }
    var roles = settings.rolesOf(Claims.texts(claims, settings.roleClaim()));
    return Verdict.proves(
        new Identity(
            new Caller(
                tenant.id(), OidcPrincipal.of(settings.issuer(), claims.getSubject()), roles),
            tenantKey,
            Identity.Proof.OIDC,
            null,
            null,
            claims.getExpirationTime().toInstant(),
            null));
  }
}
