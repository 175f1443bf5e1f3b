package io.tapline.server.longpoll;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The key of a queue in notifications. Every login of the database can listen, also one that may
 * read a single tenant only, so no key is sent in clear. Two queues with one fingerprint cost an
 * empty scan.
 */
record QueueFingerprint(String text) {

  static QueueFingerprint of(String queueKey) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(queueKey.getBytes(StandardCharsets.UTF_8));
      return new QueueFingerprint(Long.toHexString(ByteBuffer.wrap(digest).getLong()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
