package io.tapline.server.security;

import org.springframework.stereotype.Component;

/** Every kind of token that may stand in an Authorization header. */
@Component
final class BearerTokens {

  /** Longer ones are not looked at: the largest JWTs of real issuers have a fifth of it. */
  private static final int MOST_CHARACTERS = 16_384;

  private final StaticTokens configured;
  private final StoredCredentials stored;
  private final OidcTokens oidc;

  BearerTokens(StaticTokens configured, StoredCredentials stored, OidcTokens oidc) {
    this.configured = configured;
    this.stored = stored;
    this.oidc = oidc;
  }

  /** Whether a token that was right still is; asking counts as no use of it. */
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
