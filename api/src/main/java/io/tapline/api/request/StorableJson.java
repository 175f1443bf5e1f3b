package io.tapline.api.request;

import io.tapline.api.Limits;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/**
 * Whether texts and documents survive storage unchanged. Others are refused before they are stored:
 * PostgreSQL would change them silently, or a claim could not read them.
 */
public final class StorableJson {

  private StorableJson() {}

  /** The fault of a text, or null. */
  public static String faultOf(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "contains a NUL character, which PostgreSQL cannot store; remove it";
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "contains half of a surrogate pair, which is not a character; remove it";
      }
    }
    return null;
  }

  /** The fault of a document, or null. */
  static String faultOf(JsonNode node) {
    return faultOf(node, 1);
  }

  private static String faultOf(JsonNode node, int depth) {
    if (node.isString()) {
      return faultOf(node.stringValue());
    }
    if (node.isNumber()) {
      return faultOfNumber(node);
    }
    if (node.isContainer() && depth > Limits.NESTING) {
      return "is nested deeper than " + Limits.NESTING + " levels";
    }
    for (var entry : node.properties()) {
      var fault =
          entry.getKey().length() > Limits.TEXT
              ? "has a key longer than " + Limits.TEXT + " characters"
              : faultOf(entry.getKey());
      if (fault == null) {
        fault = faultOf(entry.getValue(), depth + 1);
      }
      if (fault != null) {
        return fault;
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      var fault = faultOf(node.get(i), depth + 1);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /**
   * Number of characters that a document gains in the store, which keeps numbers exactly and prints
   * them without an exponent: 1e308 becomes 309 digits.
   *
   * @param text the document as printed here
   */
  static long expansionOf(JsonNode document, String text) {
    return text.indexOf('E') < 0 ? 0 : expansionOf(document);
  }

  private static long expansionOf(JsonNode node) {
    if (node.isNumber()) {
      return node.isIntegralNumber() ? 0 : expansionOfNumber(node.toString());
    }
    long sum = 0;
    for (var inside : node) {
      sum += expansionOf(inside);
    }
    return sum;
  }

  private static long expansionOfNumber(String printed) {
    if (printed.indexOf('E') < 0) {
      return 0;
    }
    var exact = new BigDecimal(printed);
    long digits =
        exact.scale() <= 0
            ? exact.precision() - (long) exact.scale()
            : Math.max(exact.precision(), exact.scale() + 1L) + 1;
    return Math.max(0, digits + (exact.signum() < 0 ? 1 : 0) - printed.length());
  }

  private static String faultOfNumber(JsonNode node) {
    if (node instanceof NumericNode number && number.isNaN()) {
      return "contains a number that is NaN or infinite, which JSON cannot represent";
    }
    if (!node.isBigDecimal() && !node.isBigInteger()) {
      return null;
    }
    var exact = node.decimalValue();
    return exact.precision() + Math.abs((long) exact.scale()) > Limits.DIGITS
        ? "contains a number of more than " + Limits.DIGITS + " digits; send it as text"
        : null;
  }
}
