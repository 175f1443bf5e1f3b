package io.tapline.server.security;

import org.springframework.stereotype.Component;

/** Verifies every kind of token of an Authorization header. */
@Component
final class BearerTokens {

  /**
   * Longer tokens are refused unread: the largest JWTs of real issuers have a fifth of this length.
   */
  private static final int MOST_CHARACTERS = 16_384;

  private final StaticTokens configured;
  private final StoredCredentials stored;
  private final OidcTokens oidc;

  BearerTokens(StaticTokens configured, StoredCredentials stored, OidcTokens oidc) {
    this.configured = configured;
    this.stored = stored;
    this.oidc = oidc;
  }

  /** Whether an accepted token is still valid; the check does not count as a use. */
  boolean stands(String text) {
    var own = CredentialText.parse(text);
    return own.isPresent() && configured.find(text).isEmpty()
        ? stored.stands(own.get(), false)
        : verify(text).identity() != null;
  }

  CredentialVerdict verify(String text) {
    if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
      return CredentialVerdict.UNKNOWN;
    }
    var known = configured.find(text);
    if (known.isPresent()) {
      return CredentialVerdict.proves(known.get());
    }
    var own = CredentialText.parse(text);
    return own.isPresent() ? stored.token(own.get()) : oidc.verify(text);
  }
}
