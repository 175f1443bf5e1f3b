package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Authenticates by the tokens that the server was started with. */
public final class StaticTokens {

  private static final String HMAC = "HmacSHA256";

  /** Of a digest of 64 digits: enough to tell a handful of tokens apart for ever. */
  private static final int DIGITS = 12;

  private final Map<String, Identity> byDigest = new HashMap<>();
  private final Map<Key, KnownToken> byPrincipal = new HashMap<>();

  private record Key(long tenantId, String principal) {}

  /** The print is the token's own: a session of another one of the same name is not its. */
  private record KnownToken(Identity identity, String print) {}

  /**
   * @param tenantIds by tenant key
   * @param secret the installation's. Names and prints are keyed with it: everyone sees the names,
   *     and somebody who guesses at a token must not be able to tell from a name that they guessed
   *     right
   */
  public StaticTokens(List<StaticToken> tokens, Map<String, Long> tenantIds, byte[] secret) {
    for (var token : tokens) {
      var print = print(secret, token.token());
      var principal =
          token.name() == null ? StaticToken.UNNAMED + print.substring(0, DIGITS) : token.name();
      var caller = new Caller(tenantIds.get(token.tenantKey()), principal, token.roles());
      var identity = Identity.configured(caller, token.tenantKey());
      byDigest.put(RandomSecret.hash(token.token()), identity);
      byPrincipal.put(new Key(caller.tenantId(), principal), new KnownToken(identity, print));
    }
  }

  private static String print(byte[] secret, String token) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret, HMAC));
      return HexFormat.of().formatHex(mac.doFinal(token.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  /** By digest, so that how long it takes says nothing about how nearly right it was. */
  Optional<Identity> find(String text) {
    return Optional.ofNullable(byDigest.get(RandomSecret.hash(text)));
  }

  /**
   * Whether the principal is one of a configured token, of this server or of another: all others
   * say with a colon where they come from.
   */
  static boolean names(String principal) {
    return principal.indexOf(':') < 0;
  }

  /** What a session is to keep of the token that opened it; null when it was another proof. */
  String print(Identity who) {
    return who.proof() == Identity.Proof.CONFIGURED_TOKEN
        ? byPrincipal.get(new Key(who.caller().tenantId(), who.caller().principal())).print()
        : null;
  }

  /** The configured token's principal, if this server still has that very token. */
  Optional<Identity> stillThere(long tenantId, String principal, String print) {
    return Optional.ofNullable(byPrincipal.get(new Key(tenantId, principal)))
        .filter(knownToken -> knownToken.print().equals(print))
        .map(KnownToken::identity);
  }
}
