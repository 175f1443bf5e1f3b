package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tokens that the server was started with. */
public final class StaticTokens {

  /** No stored token's principal begins like this: theirs is {@code token:} and a name. */
  private static final String PREFIX = "token-";

  /** Of a digest of 64 digits: enough to tell a handful of tokens apart for ever. */
  private static final int DIGITS = 12;

  private final Map<String, Identity> byDigest = new HashMap<>();
  private final Map<String, Identity> byPrincipal = new HashMap<>();

  /**
   * @param tenantIds by tenant key
   */
  public StaticTokens(List<StaticToken> tokens, Map<String, Long> tenantIds) {
    for (var token : tokens) {
      var digest = Secret.hash(token.token());
      var caller = new Caller(tenantIds.get(token.tenantKey()), principal(digest), token.roles());
      var identity = Identity.configured(caller, token.tenantKey());
      byDigest.put(digest, identity);
      byPrincipal.put(caller.principal(), identity);
    }
  }

  /** A name for evidence that is always the same and gives the token away to nobody. */
  private static String principal(String digest) {
    return PREFIX + digest.substring(digest.indexOf(':') + 1).substring(0, DIGITS);
  }

  /** By digest, so that how long it takes says nothing about how nearly right it was. */
  Optional<Identity> find(String text) {
    return Optional.ofNullable(byDigest.get(Secret.hash(text)));
  }

  /** Whether the principal is one of a configured token, of this server or of another. */
  static boolean names(String principal) {
    return principal.startsWith(PREFIX);
  }

  /** The configured token's principal, if this server still has it. */
  Optional<Identity> stillThere(long tenantId, String principal) {
    return Optional.ofNullable(byPrincipal.get(principal))
        .filter(identity -> identity.caller().tenantId() == tenantId);
  }
}
