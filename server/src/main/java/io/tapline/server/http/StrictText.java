package io.tapline.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decodes what clients send: strict UTF-8 without NUL, which PostgreSQL cannot store. Query
 * parameters occur once each. The container would replace invalid escapes by other characters, and
 * would read a form in the body as parameters.
 */
public final class StrictText {

  private static final int SHOWN = 80;

  /** More parameters than any endpoint has. */
  private static final int MOST_PARAMETERS = 50;

  private StrictText() {}

  static String decode(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  static String required(byte[] bytes, String field) {
    try {
      return withoutNul(decode(bytes), field);
    } catch (CharacterCodingException e) {
      throw ProblemException.invalid(field, "is not UTF-8");
    }
  }

  static String withoutNul(String text, String field) {
    if (text.indexOf(0) >= 0) {
      throw ProblemException.invalid(field, "contains a NUL character; remove it");
    }
    return text;
  }

  /** The beginning, long enough to identify it in a message. */
  static String shorten(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
  }

  /** The parameters of a query string, by name. */
  public static Map<String, String> query(String raw) {
    if (raw == null || raw.isEmpty()) {
      return Map.of();
    }
    var found = new LinkedHashMap<String, String>();
    for (var pair : raw.split("&", MOST_PARAMETERS + 1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      var name = unescaped(equals < 0 ? pair : pair.substring(0, equals), "query");
      var value = equals < 0 ? "" : unescaped(pair.substring(equals + 1), name);
      if (found.put(name, value) != null) {
        throw ProblemException.invalid(shorten(name), "occurs twice; send it once");
      }
    }
    return found;
  }

  private static String unescaped(String text, String field) {
    var bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.write(escaped(text, i, field));
        i += 2;
      } else if (c == '+') {
        bytes.write(' ');
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    return required(bytes.toByteArray(), shorten(field));
  }

  private static int escaped(String text, int at, String field) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = high < 0 ? -1 : Character.digit(text.charAt(at + 2), 16);
    if (low < 0) {
      throw ProblemException.invalid(
          shorten(field), "contains a % that is not followed by two hexadecimal digits");
    }
    return high * 16 + low;
  }
}
