package io.tapline.server.security;

/**
 * The registration of this server at the issuer, so that people can sign in from its pages.
 *
 * @param secret null for a public client, which only PKCE protects
 * @param scope requested scopes, separated by blanks, including {@code openid}
 */
public record OidcClient(String id, String secret, String scope) {

  /** Sufficient for issuers that put roles and tenant into every ID token. */
  public static final String DEFAULT_SCOPE = "openid profile";

  /** Keeps the secret out of logs. */
  @Override
  public String toString() {
    return "OidcClient[" + id + ", " + scope + "]";
  }
}
