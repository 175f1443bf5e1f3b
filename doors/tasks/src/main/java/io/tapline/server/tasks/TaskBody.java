package io.tapline.server.tasks;

import io.tapline.api.Limits;
import io.tapline.engine.action.RequestBinder;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object of a request; null counts as absent, unknown fields are ignored. */
final class TaskBody {

  private final JsonNode body;

  private TaskBody(JsonNode body) {
    this.body = body;
  }

  static TaskBody of(EndpointCall call) throws IOException {
    var body = call.body();
    if (!body.isObject()) {
      throw ProblemException.invalid("body", "is not a JSON object");
    }
    return new TaskBody(body);
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

  /** The EUID of an id; null if absent. */
  String id(String name) {
    var id = text(name, Limits.KEY);
    return id == null ? null : TaskId.required(name, id);
  }

  /** Null if absent. */
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
      throw ProblemException.invalid(
          name, "contains characters that cannot be stored;" + " remove them");
    }
    return text;
  }

  /** Null if absent. */
  Instant time(String name) {
    return RequestBinder.time(body, name);
  }

  private static boolean wellFormed(String text) {
    return java.nio.charset.StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /** Empty if absent. */
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
