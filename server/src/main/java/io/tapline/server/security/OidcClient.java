package io.tapline.server.security;

/**
 * What the issuer knows this server as, so that people can sign in from its pages.
 *
 * @param secret null for a public client, which PKCE alone protects
 * @param scope what is asked for, separated by blanks; {@code openid} is among it
 */
public record OidcClient(String id, String secret, String scope) {

  /** Enough for issuers that put roles and tenant into every ID token. */
  public static final String DEFAULT_SCOPE = "openid profile";

  /** The secret stays out of logs. */
  @Override
  public String toString() {
    return "OidcClient[" + id + ", " + scope + "]";
  }
}
