package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/** A token to be made. */
public final class TokenRequest extends ActionRequest<TokenRequest> {

  private TokenRequest() {}

  /** Whom it stands for, what it may do, and why. */
  public static TokenRequest of(String name, List<String> roles, String reason) {
    return new TokenRequest().set("name", name).set("roles", roles).set("reason", reason);
  }

  /** When it ends; absent: never. */
  public TokenRequest expiresAt(Instant value) {
    return set("expires_at", value);
  }
}
