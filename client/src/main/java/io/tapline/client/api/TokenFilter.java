package io.tapline.client.api;

/** Which stored tokens. */
public final class TokenFilter extends ListFilter<TokenFilter> {

  private TokenFilter() {}

  /** Without any condition. */
  public static TokenFilter all() {
    return new TokenFilter();
  }

  /** Only those: ACTIVE or REVOKED. */
  public TokenFilter status(String value) {
    return set("status", value);
  }
}
