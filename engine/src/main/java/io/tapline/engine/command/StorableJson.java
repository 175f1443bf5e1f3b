package io.tapline.engine.command;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/**
 * Whether text and documents would come back from the store as they went in. What does not is
 * refused at the door: once stored, it would be changed silently, or no claim could read it.
 */
public final class StorableJson {

  private StorableJson() {}

  /** What is wrong with a text, or null. */
  public static String faultOf(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "holds a NUL character, which PostgreSQL cannot store; remove it";
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "holds half of a surrogate pair, which is no character; remove it";
      }
    }
    return null;
  }

  /** What is wrong with a document, or null. */
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

  private static String faultOfNumber(JsonNode node) {
    if (node instanceof NumericNode number && number.isNaN()) {
      return "holds a number that is none or infinite, which JSON cannot say";
    }
    if (!node.isBigDecimal() && !node.isBigInteger()) {
      return null;
    }
    var exact = node.decimalValue();
    return exact.precision() + Math.abs((long) exact.scale()) > Limits.DIGITS
        ? "holds a number of more than " + Limits.DIGITS + " digits; send it as text"
        : null;
  }
}
