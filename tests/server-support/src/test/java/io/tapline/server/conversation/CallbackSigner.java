package io.tapline.server.conversation;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The headers of a callback that is signed now. */
final class CallbackSigner {

  private final String tenant;
  private final Supplier<Instant> now;

  CallbackSigner(String tenant, Supplier<Instant> now) {
    this.tenant = tenant;
    this.now = now;
  }

  Map<String, String> headers(String secret, String target, String body) {
    var at = Long.toString(now.get().getEpochSecond());
    var queue = target.substring(target.lastIndexOf('/') + 1);
    var signed = at + "." + tenant + "." + queue + "." + body;
    return Map.of(
        "Tapline-Tenant", tenant,
        "Tapline-Timestamp", at,
        "Tapline-Signature", "sha256=" + HexFormat.of().formatHex(hmac(secret, signed)));
  }

  private static byte[] hmac(String secret, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
