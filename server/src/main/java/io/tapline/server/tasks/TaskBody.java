package io.tapline.server.tasks;

import io.tapline.server.http.Call;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object that a request carries; null counts as absent, unknown fields are refused. */
final class TaskBody {

  private final JsonNode body;

  private TaskBody(JsonNode body) {
    this.body = body;
  }

  static TaskBody of(Call call) throws IOException {
    var body = call.body();
    if (!body.isObject()) {
      throw ProblemException.invalid("body", "is not a JSON object");
    }
    var known =
        call.endpoint().body().stream()
            .map(field -> field.name())
            .collect(java.util.stream.Collectors.toSet());
    requireKnown(body, known);
    return new TaskBody(body);
  }

  private static void requireKnown(JsonNode body, Set<String> known) {
    for (var name : body.propertyNames()) {
      if (!known.contains(name)) {
        throw ProblemException.invalid(
            name.length() > 80 ? name.substring(0, 80) + "…" : name,
            "is not a field of this request");
      }
    }
  }

  boolean has(String name) {
    return body.hasNonNull(name);
  }

  String required(String name, int most) {
    var text = text(name, most);
    if (text == null || text.isBlank()) {
      throw ProblemException.invalid(name, "is required");
    }
    return text;
  }

  /** Null when it is absent. */
  String text(String name, int most) {
    var value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isString()) {
      throw ProblemException.invalid(name, "is not a string");
    }
    var text = value.stringValue();
    if (text.length() > most) {
      throw ProblemException.invalid(
          name, "is " + text.length() + " characters long; at most " + most + " are kept");
    }
    if (text.indexOf(0) >= 0 || !wellFormed(text)) {
      throw ProblemException.invalid(name, "has characters that cannot be kept");
    }
    return text;
  }

  private static boolean wellFormed(String text) {
    return java.nio.charset.StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /** Empty when it is absent. */
  ObjectNode object(String name) {
    var value = body.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Json.object();
    }
    if (!(value instanceof ObjectNode object)) {
      throw ProblemException.invalid(name, "is not a JSON object");
    }
    return object;
  }
}
