package io.tapline.server.external;

import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Encrypts secrets in the database, which people with SQL access can read. */
@Component
public final class SecretSeal {

  private static final String HMAC = "HmacSHA256";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SealKeys keys;

  @Autowired
  SecretSeal(OpenDatabase database, ServerOptions options, Environment environment) {
    this(
        SealKeys.read(
            environment::getProperty,
            options.data(),
            database.isEmbedded(),
            database.servingPassword()));
  }

  SecretSeal(SealKeys keys) {
    this.keys = keys;
  }

  /** The place of the secrets of a tenant's webhooks. */
  public static String webhook(long tenantId) {
    return "webhook:" + tenantId;
  }

  /** The place of the secret of a queue's callbacks. */
  static String callback(long tenantId, String queueKey) {
    return tenantId + "/" + queueKey;
  }

  /**
   * Sealing is deterministic for a queue and a secret, so that a repeated request is a replay.
   *
   * @param place its purpose; it cannot be opened for another one
   * @throws ProblemException about the field {@code secret} when this server has no key
   */
  public String seal(String place, String secret) {
    if (!hasKey()) {
      throw ProblemException.invalid(
          "secret",
          "cannot be stored, because this server has no key to encrypt it; set "
              + SealKeys.VARIABLE
              + " or "
              + SealKeys.FILE_VARIABLE
              + " on all servers and restart them");
    }
    return seal(place, bytes(secret));
  }

  /** False without a configured key if the serving role has no password to derive one from. */
  boolean hasKey() {
    return !keys.keys().isEmpty();
  }

  /** Whether the sealing key is derived from the serving role's password. */
  boolean isDerived() {
    return hasKey() && !keys.configured();
  }

  String seal(String place, byte[] secret) {
    var key = keys.keys().get(0);
    var text = new String(secret, StandardCharsets.UTF_8);
    var nonce = Arrays.copyOf(hmac(key, place + "\n" + text), NONCE_BYTES);
    var sealed = run(Cipher.ENCRYPT_MODE, key, nonce, place, secret);
    var whole = ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed);
    return Base64.getEncoder().encodeToString(whole.array());
  }

  /** Null when it was sealed with a key that this server does not have, or for another place. */
  public byte[] open(String place, String text) {
    for (var key : keys.keys()) {
      var opened = open(key, place, text);
      if (opened != null) {
        return opened;
      }
    }
    return null;
  }

  /** Whether the first key opens it. */
  boolean isCurrent(String place, String text) {
    return open(keys.keys().get(0), place, text) != null;
  }

  private static byte[] open(byte[] key, String place, String text) {
    try {
      var whole = Base64.getDecoder().decode(text);
      var nonce = Arrays.copyOf(whole, NONCE_BYTES);
      var sealed = Arrays.copyOfRange(whole, NONCE_BYTES, whole.length);
      return run(Cipher.DECRYPT_MODE, key, nonce, place, sealed);
    } catch (IllegalArgumentException | IllegalStateException e) {
      return null;
    }
  }

  private static byte[] run(int mode, byte[] key, byte[] nonce, String place, byte[] input) {
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
