package io.tapline.server.security;

import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Secrets of 256 random bits. What is kept of one is its SHA-256, plain and unsalted: slow, salted
 * hashes make up for secrets that people choose, and nobody can try 2^256 of them at any speed,
 * while every request has to be checked.
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

  /** Takes as long for a near miss as for any other. */
  static boolean fits(String secret, String hash) {
    return same(hash(secret), hash);
  }

  static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
