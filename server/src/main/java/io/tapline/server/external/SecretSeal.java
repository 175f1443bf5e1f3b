package io.tapline.server.external;

import io.tapline.server.database.OpenDatabase;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;

/**
 * Secrets as they stand in the database, where people with SQL read too. All servers on one
 * database have the same key, because all know the serving role's password.
 */
@Component
public final class SecretSeal {

  private static final String HMAC = "HmacSHA256";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final byte[] key;

  SecretSeal(OpenDatabase database) {
    this.key = hmac(bytes(database.servingPassword()), "tapline callback secrets");
  }

  /**
   * The same secret for the same queue gives the same text, so that a repeated request is one.
   *
   * @param place what it is for; it opens nowhere else
   */
  public String seal(String place, String secret) {
    var nonce = Arrays.copyOf(hmac(key, place + "\n" + secret), NONCE_BYTES);
    var sealed = run(Cipher.ENCRYPT_MODE, nonce, place, bytes(secret));
    var whole = ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed);
    return Base64.getEncoder().encodeToString(whole.array());
  }

  /** Null when it was sealed under another key, or for another place. */
  public byte[] open(String place, String text) {
    try {
      var whole = Base64.getDecoder().decode(text);
      var nonce = Arrays.copyOf(whole, NONCE_BYTES);
      return run(
          Cipher.DECRYPT_MODE, nonce, place, Arrays.copyOfRange(whole, NONCE_BYTES, whole.length));
    } catch (IllegalArgumentException | IllegalStateException e) {
      return null;
    }
  }

  private byte[] run(int mode, byte[] nonce, String place, byte[] input) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(bytes(place));
      return cipher.doFinal(input);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] hmac(byte[] key, String text) {
    try {
      var mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(bytes(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
