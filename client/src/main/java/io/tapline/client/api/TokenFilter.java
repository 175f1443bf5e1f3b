package io.tapline.client.api;

/** Selects stored tokens. */
public final class TokenFilter extends ListFilter<TokenFilter> {

  private TokenFilter() {}

  public static TokenFilter all() {
    return new TokenFilter();
  }

  /** ACTIVE or REVOKED. */
  public TokenFilter status(String value) {
    return set("status", value);
  }
}
