package io.tapline.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes bytes as strict UTF-8 without NUL, which PostgreSQL cannot store. */
final class StrictText {

  private static final int SHOWN = 80;

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
}
