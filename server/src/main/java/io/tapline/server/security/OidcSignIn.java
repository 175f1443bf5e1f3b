package io.tapline.server.security;

import com.nimbusds.jwt.JWT;
import io.tapline.server.base.Ticker;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sign-in at the identity provider: the authorization code flow with PKCE, state and nonce. */
@Component
final class OidcSignIn {

  private static final Logger LOG = LoggerFactory.getLogger(OidcSignIn.class);

  private final OidcSettings settings;
  private final OidcTokens tokens;
  private final OidcProvider provider;

  OidcSignIn(SecuritySettings settings, OidcTokens tokens, Ticker ticker) {
    this.settings = settings.oidc();
    this.tokens = tokens;
    this.provider = offered() ? new OidcProvider(this.settings, ticker) : null;
  }

  /** Whether this sign-in is configured. */
  boolean offered() {
    return settings != null && settings.client() != null;
  }

  /** Whether this is the configured issuer. */
  boolean is(String issuer) {
    return settings.issuer().toString().equals(issuer);
  }

  /**
   * The address of the provider for the browser.
   *
   * @param afresh whether the provider must ask for credentials despite an existing session
   * @throws ProblemException {@code UNAVAILABLE}
   */
  URI leave(PendingSignIn pending, URI back, boolean afresh) {
    return asking(() -> provider.authorization(pending, back, afresh));
  }

  /**
   * Exchanges the code for an identity.
   *
   * @throws ProblemException {@code UNAVAILABLE}
   */
  CredentialVerdict redeem(PendingSignIn pending, String code, URI back) {
    Optional<JWT> token = asking(() -> provider.idToken(code, pending.verifier(), back));
    return token.map(jwt -> tokens.idToken(jwt, pending.nonce())).orElse(CredentialVerdict.UNKNOWN);
  }

  private interface Question<T> {
    T ask() throws IOException;
  }

  private <T> T asking(Question<T> question) {
    try {
      return question.ask();
    } catch (IOException e) {
      LOG.warn("sign-in at {} is not possible: {}", settings.issuer(), e.getMessage());
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "the identity provider cannot be reached now; try again");
    }
  }
}
