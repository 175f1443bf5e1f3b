package io.tapline.api;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The name of a registered job, {@code room:category:name}, and the key of its queue. Each can be
 * derived from the other. Rooms and categories contain no colon; a name may.
 */
public record JobName(String roomId, String category, String name) {

  /** Jobs visible in every room. */
  public static final String GLOBAL = "@global";

  /** Jobs that the server runs; they are visible in every room too. */
  public static final String INTERNAL = "@internal";

  /** Prefix of the queue keys of registered jobs. */
  public static final String PREFIX = "joblib:";

  /** Precedes two hexadecimal digits that encode a byte that is not allowed in a queue key. */
  private static final char ESCAPE = '/';

  private static final HexFormat HEX = HexFormat.of();

  public String fullName() {
    return roomId + ":" + category + ":" + name;
  }

  public String queueKey() {
    return roomPrefix(roomId) + escaped(category) + ":" + escaped(name);
  }

  public boolean internal() {
    return roomId.equals(INTERNAL);
  }

  /** Prefix of the queue keys of exactly the jobs of one room. */
  public static String roomPrefix(String roomId) {
    return PREFIX + escaped(roomId) + ":";
  }

  /** Empty when the text has fewer than two colons. */
  public static Optional<JobName> parse(String fullName) {
    var parts = fullName.split(":", 3);
    return parts.length < 3
        ? Optional.empty()
        : Optional.of(new JobName(parts[0], parts[1], parts[2]));
  }

  /** Empty when it is not the queue key of a registered job. */
  public static Optional<JobName> ofQueueKey(String queueKey) {
    if (queueKey == null || !queueKey.startsWith(PREFIX)) {
      return Optional.empty();
    }
    var parts = queueKey.substring(PREFIX.length()).split(":", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    var room = plain(parts[0]);
    var category = plain(parts[1]);
    var name = plain(parts[2]);
    return room == null || category == null || name == null
        ? Optional.empty()
        : Optional.of(new JobName(room, category, name));
  }

  private static String escaped(String text) {
    var key = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= 'a' && b <= 'z'
          || b >= 'A' && b <= 'Z'
          || b >= '0' && b <= '9'
          || "_.-@".indexOf(b) >= 0) {
        key.append((char) b);
      } else {
        key.append(ESCAPE);
        HEX.toHexDigits(key, b);
      }
    }
    return key.toString();
  }

  /** Null when {@link #escaped} did not produce the text. */
  private static String plain(String key) {
    var bytes = ByteBuffer.allocate(key.length());
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) != ESCAPE) {
        bytes.put((byte) key.charAt(i));
      } else if (i + 2 < key.length()
          && HexFormat.isHexDigit(key.charAt(i + 1))
          && HexFormat.isHexDigit(key.charAt(i + 2))) {
        bytes.put((byte) HexFormat.fromHexDigits(key, i + 1, i + 3));
        i += 2;
      } else {
        return null;
      }
    }
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
      return escaped(text).equals(key) ? text : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
