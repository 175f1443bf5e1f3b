package io.tapline.server.security;

import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Secrets of 256 random bits. They are stored as plain, unsalted SHA-256: slow, salted hashes
 * protect secrets that people choose, whereas 2^256 values cannot be tried at any speed, and every
 * request needs a check.
 */
final class RandomSecret {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private RandomSecret() {}

  static String draw() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String hash(String secret) {
    return Json.sha256(secret);
  }

  /** Compares in constant time. */
  static boolean fits(String secret, String hash) {
    return same(hash(secret), hash);
  }

  static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
