package io.tapline.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The query parameters, parsed strictly: each once, in UTF-8. The container would replace invalid
 * escapes by other characters, and would read a form in the body as parameters.
 */
public final class QueryString {

  /** More parameters than any endpoint has. */
  private static final int MOST = 50;

  private QueryString() {}

  public static Map<String, String> parse(String raw) {
    if (raw == null || raw.isEmpty()) {
      return Map.of();
    }
    var found = new LinkedHashMap<String, String>();
    for (var pair : raw.split("&", MOST + 1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      var name = decode(equals < 0 ? pair : pair.substring(0, equals), "query");
      var value = equals < 0 ? "" : decode(pair.substring(equals + 1), name);
      if (found.put(name, value) != null) {
        throw ProblemException.invalid(StrictText.shorten(name), "occurs twice; send it once");
      }
    }
    return found;
  }

  private static String decode(String text, String field) {
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
    return StrictText.required(bytes.toByteArray(), StrictText.shorten(field));
  }

  private static int escaped(String text, int at, String field) {
    int high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
    int low = high < 0 ? -1 : Character.digit(text.charAt(at + 2), 16);
    if (low < 0) {
      throw ProblemException.invalid(
          StrictText.shorten(field), "contains a % that is not followed by two hexadecimal digits");
    }
    return high * 16 + low;
  }
}
