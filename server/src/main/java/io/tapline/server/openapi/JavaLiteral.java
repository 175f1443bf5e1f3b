package io.tapline.server.openapi;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** JSON as a Java expression: maps, lists and plain values. */
final class JavaLiteral {

  /** {@code Map.of} accepts no more pairs. */
  private static final int MOST_PAIRS = 10;

  private JavaLiteral() {}

  static String of(JsonNode value) {
    if (value.isObject()) {
      return value.size() > MOST_PAIRS ? entries(value) : pairs(value);
    }
    if (value.isArray()) {
      return value
          .valueStream()
          .map(JavaLiteral::of)
          .collect(Collectors.joining(", ", "List.of(", ")"));
    }
    return value.isIntegralNumber() && !value.canConvertToInt()
        ? value.toString() + "L"
        : value.toString();
  }

  private static String pairs(JsonNode value) {
    return value.properties().stream()
        .map(field -> CallSamples.text(field.getKey()) + ", " + of(field.getValue()))
        .collect(Collectors.joining(", ", "Map.of(", ")"));
  }

  private static String entries(JsonNode value) {
    return value.properties().stream()
        .map(
            field ->
                "Map.entry(" + CallSamples.text(field.getKey()) + ", " + of(field.getValue()) + ")")
        .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
  }
}
