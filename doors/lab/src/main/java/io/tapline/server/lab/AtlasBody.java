package io.tapline.server.lab;

import io.tapline.api.Limits;
import io.tapline.engine.action.RequestBinder;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a request, taken one by one; the action's schema checks the rest. */
final class AtlasBody {

  private final JsonNode body;
  private final Set<String> taken = new HashSet<>();

  AtlasBody(JsonNode body) {
    if (!body.isObject()) {
      throw ProblemException.invalid("body", "is not a JSON object");
    }
    this.body = body;
  }

  /** Null when it is absent. */
  String text(String name) {
    var value = take(name);
    if (value == null) {
      return null;
    }
    if (!value.isString()) {
      throw ProblemException.invalid(name, "is not a string");
    }
    if (value.stringValue().length() > Limits.TEXT) {
      throw ProblemException.invalid(name, "has more than " + Limits.TEXT + " characters");
    }
    return value.stringValue();
  }

  /** Null when it is absent. */
  Instant time(String name) {
    taken.add(name);
    return RequestBinder.time(body, name);
  }

  String required(String name) {
    var value = text(name);
    if (value == null || value.isBlank()) {
      throw ProblemException.invalid(name, "is required");
    }
    return value;
  }

  /** Empty when it is absent. */
  ObjectNode object(String name) {
    var value = take(name);
    if (value == null) {
      return Json.object();
    }
    if (!value.isObject()) {
      throw ProblemException.invalid(name, "is not a JSON object");
    }
    return (ObjectNode) value;
  }

  /**
   * The fields of a request that has no others.
   *
   * @param reason null when it is absent
   * @param metadata empty when it is absent
   */
  record Remarks(String reason, ObjectNode metadata) {

    String reasonOr(String usual) {
      return reason == null ? usual : reason;
    }

    /** Null for empty metadata. */
    ObjectNode stored() {
      return metadata.isEmpty() ? null : metadata;
    }
  }

  static Remarks remarks(EndpointCall call) throws IOException {
    var body = new AtlasBody(call.body());
    var remarks = new Remarks(body.text("reason"), body.object("metadata"));
    body.nothingElse();
    return remarks;
  }

  private JsonNode take(String name) {
    taken.add(name);
    var value = body.get(name);
    return value == null || value.isNull() ? null : value;
  }

  /** The fields that were not taken. */
  ObjectNode rest() {
    var rest = Json.object();
    for (var entry : body.properties()) {
      if (!taken.contains(entry.getKey()) && !entry.getValue().isNull()) {
        rest.set(entry.getKey(), entry.getValue());
      }
    }
    return rest;
  }

  void nothingElse() {
    for (var name : rest().propertyNames()) {
      throw ProblemException.invalid(name, "is not a field of this request");
    }
  }
}
