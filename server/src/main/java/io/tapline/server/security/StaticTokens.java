package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import io.tapline.tapdb.RandomSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Authenticates by the tokens from the configuration of the server. */
public final class StaticTokens {

  private static final String HMAC = "HmacSHA256";

  /** Prefix of a digest of 64 digits; enough to distinguish a small number of tokens. */
  private static final int DIGITS = 12;

  private final Map<String, Identity> byDigest = new HashMap<>();
  private final Map<Key, KnownToken> byPrincipal = new HashMap<>();

  private record Key(long tenantId, String principal) {}

  /**
   * The print belongs to one token: a session of another token with the same name does not match.
   */
  private record KnownToken(Identity identity, String print) {}

  /**
   * @param tenantIds by tenant key
   * @param secret the secret of the installation. Names and prints are keyed with it: the names are
   *     visible to users, and must not confirm a guessed token
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

  /** The look-up by digest keeps its duration independent of the similarity of a guess. */
  Optional<Identity> find(String text) {
    return Optional.ofNullable(byDigest.get(RandomSecret.hash(text)));
  }

  /**
   * Whether the principal belongs to a configured token, of this server or another: all other
   * principals contain a colon.
   */
  static boolean names(String principal) {
    return principal.indexOf(':') < 0;
  }

  /**
   * The print of the token that opened a session, which is stored with it; null for other proofs.
   */
  String print(Identity who) {
    return who.proof() == Identity.Proof.CONFIGURED_TOKEN
        ? byPrincipal.get(new Key(who.caller().tenantId(), who.caller().principal())).print()
        : null;
  }

  /** The identity of the configured token, if this server still has the same token. */
  Optional<Identity> stillThere(long tenantId, String principal, String print) {
    return Optional.ofNullable(byPrincipal.get(new Key(tenantId, principal)))
        .filter(knownToken -> knownToken.print().equals(print))
        .map(KnownToken::identity);
  }
}
