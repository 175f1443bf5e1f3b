package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Stored API tokens, for administrators. */
public final class Tokens {

  private final TypedCalls calls;

  public Tokens(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Stored tokens, oldest first, without their secrets. */
  public Page<TokenView> list(TokenFilter filter) {
    return calls.page("/api/v1/tokens", filter.query(), TokenView.class);
  }

  /** Creates a token; only this answer contains the secret. */
  public TokenView create(TokenRequest request) {
    return calls.post("/api/v1/tokens", request, TokenView.class);
  }

  /** Revokes a token on all servers within seconds. */
  public TokenView revoke(String tokenEuid, String reason) {
    return calls.post(
        "/api/v1/tokens/" + TypedCalls.in(tokenEuid) + "/revoke", reason, TokenView.class);
  }
}
