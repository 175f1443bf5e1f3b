package io.tapline.tapdb;

import java.time.Instant;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes a document field by field, for documents of every step: it takes a tenth of the time of a
 * mapper, omits null fields and keeps the key order of the caller. PostgreSQL orders keys by
 * length, then by bytes; it does not have to sort a document in that order.
 */
public final class JsonText {

  private static final int USUAL_LENGTH = 512;
  private static final JsonStringEncoder ESCAPES = JsonStringEncoder.getInstance();

  private final StringBuilder out = new StringBuilder(USUAL_LENGTH);
  private boolean first = true;

  /** Begins an object: the document itself, or an element of an array. */
  public JsonText open() {
    separate();
    return begin('{');
  }

  public JsonText open(String key) {
    key(key);
    return begin('{');
  }

  /** Begins an array that is the document itself. */
  public JsonText openArray() {
    separate();
    return begin('[');
  }

  public JsonText openArray(String key) {
    key(key);
    return begin('[');
  }

  public JsonText close() {
    return end('}');
  }

  public JsonText closeArray() {
    return end(']');
  }

  public JsonText put(String key, String value) {
    if (value != null) {
      key(key);
      out.append('"');
      if (needsEscapes(value)) {
        ESCAPES.quoteAsString(value, out);
      } else {
        out.append(value);
      }
      out.append('"');
    }
    return this;
  }

  /** False for keys, EUIDs and hashes, which are nearly all values. */
  private static boolean needsEscapes(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        return true;
      }
    }
    return false;
  }

  /** A name that needs no escapes. */
  public JsonText put(String key, Enum<?> value) {
    return value == null ? this : word(key, value.name());
  }

  public JsonText put(String key, Instant value) {
    return value == null ? this : word(key, TimeText.of(value));
  }

  public JsonText put(String key, Number value) {
    return value == null ? this : raw(key, value.toString());
  }

  public JsonText put(String key, Boolean value) {
    return value == null ? this : raw(key, value.toString());
  }

  /** Adds text that is JSON already. */
  public JsonText raw(String key, String json) {
    if (json != null) {
      key(key);
      out.append(json);
    }
    return this;
  }

  public JsonText word(String key, String value) {
    key(key);
    out.append('"').append(value).append('"');
    return this;
  }

  private void key(String key) {
    separate();
    out.append('"').append(key).append("\":");
  }

  private void separate() {
    if (!first) {
      out.append(',');
    }
    first = false;
  }

  private JsonText begin(char bracket) {
    out.append(bracket);
    first = true;
    return this;
  }

  private JsonText end(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
