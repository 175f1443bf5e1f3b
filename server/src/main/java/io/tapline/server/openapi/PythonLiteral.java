package io.tapline.server.openapi;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** JSON as a Python expression. */
final class PythonLiteral {

  private PythonLiteral() {}

  static String of(JsonNode value) {
    if (value.isObject()) {
      return value.properties().stream()
          .map(field -> CallSamples.text(field.getKey()) + ": " + of(field.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value.isArray()) {
      return value.valueStream().map(PythonLiteral::of).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value.isBoolean()) {
      return value.asBoolean() ? "True" : "False";
    }
    return value.isNull() ? "None" : value.toString();
  }
}
