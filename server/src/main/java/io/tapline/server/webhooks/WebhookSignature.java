package io.tapline.server.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signature by which a receiver verifies the sender of an event and detects a replayed one. */
final class WebhookSignature {

  static final String HEADER = "Tapline-Signature";
  static final String TIMESTAMP = "Tapline-Timestamp";

  private static final String HMAC = "HmacSHA256";

  private WebhookSignature() {}

  /** {@code sha256=} and the hexadecimal HMAC-SHA256 of the timestamp, a dot and the body. */
  static String of(byte[] secret, String timestamp, byte[] body) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret, HMAC));
      mac.update((timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }
}
