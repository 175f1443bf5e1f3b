package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** Creates an API token. */
public final class TokenRequest extends ActionRequest<TokenRequest> {

  private TokenRequest() {}

  public static TokenRequest of(String name, List<String> roles, String reason) {
    return new TokenRequest().set("name", name).set("roles", roles).set("reason", reason);
  }

  /** Expiry time; never if absent. */
  public TokenRequest expiresAt(Instant value) {
    return set("expires_at", value);
  }
}
