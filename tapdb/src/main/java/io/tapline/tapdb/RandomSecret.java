package io.tapline.tapdb;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Random secrets: tokens, codes and keys. They are stored as plain, unsalted SHA-256: slow, salted
 * hashes protect secrets that people choose, whereas 2^256 values cannot be tried at any speed, and
 * every request needs a check.
 */
public final class RandomSecret {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final int BYTES_OF_LEASE_TOKEN = 18;

  private RandomSecret() {}

  /** A secret of 256 bits. */
  public static String draw() {
    return text(BYTES);
  }

  /** The token of a lease, which is valid for a short time and inside its tenant. */
  public static String drawLeaseToken() {
    return text(BYTES_OF_LEASE_TOKEN);
  }

  private static String text(int bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(bytes));
  }

  static byte[] bytes(int count) {
    var bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  public static String hash(String secret) {
    return Json.sha256(secret);
  }

  /** Compares in constant time. */
  public static boolean fits(String secret, String hash) {
    return same(hash(secret), hash);
  }

  /** Compares in constant time. */
  public static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
