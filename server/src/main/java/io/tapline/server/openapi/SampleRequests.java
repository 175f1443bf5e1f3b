package io.tapline.server.openapi;

import io.tapline.tapdb.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sample requests: the example of a call if there is one, otherwise its required fields with values
 * that match the schema.
 */
final class SampleRequests {

  static final String KEY = "idempotency_key";

  /** Realistic values by field name; other fields get a value derived from the schema. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("euid", "Z-BDT-10"),
          Map.entry("subject_euid", "Z-BDT-10"),
          Map.entry("job_id", "Z-BDT-10"),
          Map.entry("worker_euid", "Z-BDT-2Y"),
          Map.entry("lease_euid", "Z-AGX-1AD"),
          Map.entry("hold_euid", "Z-BDT-3C"),
          Map.entry("dead_letter_euid", "Z-BDT-4G"),
          Map.entry("principal_euid", "Z-BDT-5N"),
          Map.entry("subscription_id", "Z-BDT-6R"),
          Map.entry("workflow_id", "Z-BDT-7T"),
          Map.entry("token_euid", "Z-BDT-8W"),
          Map.entry("webhook_euid", "Z-BDT-9Y"),
          Map.entry("session_euid", "Z-BDT-AZ"),
          Map.entry("queue_key", "extraction_prod"),
          Map.entry("template_code", "content/material/specimen/1.0"),
          Map.entry("kind", "thumbnail"),
          Map.entry("domain", "images"),
          Map.entry("executor", "imaging"),
          Map.entry("source_system", "orders"),
          Map.entry("generator", "orders"),
          Map.entry("workflow_kind", "album"),
          Map.entry("lease_holder", "imaging-1"),
          Map.entry("external_ref", "vendor-77"),
          Map.entry("hold_code", "QC"),
          Map.entry("room", "lab"),
          Map.entry("full_name", "lab.thumbnail"),
          Map.entry("area", "subjects"),
          Map.entry("type", "Problem"),
          Map.entry("url", "https://orders.example.com/hook"),
          Map.entry("reason", "say why"));

  private static final String TIME = "2026-01-05T12:00:00Z";
  private static final String UUID = "6f1d2c3b-4a59-4788-9c0d-1e2f3a4b5c6d";

  private final ObjectNode document;

  SampleRequests(ObjectNode document) {
    this.document = document;
  }

  /** The body of a call; null without a body. */
  JsonNode body(ApiCall call) {
    var content = call.body();
    if (content.isMissingNode()) {
      return null;
    }
    if (content.has("example")) {
      return content.path("example");
    }
    var body = value("", content.path("schema"));
    if (body instanceof ObjectNode object
        && resolved(content.path("schema")).path("properties").has(KEY)) {
      object.put(KEY, call.id() + "-1");
    }
    return body;
  }

  /** The path with its variables replaced by values. */
  String path(ApiCall call) {
    var path = call.path();
    for (var parameter : call.parameters("path")) {
      var name = parameter.path("name").asString();
      path = path.replace("{" + name + "}", value(name, parameter.path("schema")).asString());
    }
    return path;
  }

  private JsonNode resolved(JsonNode schema) {
    if (schema.has("$ref")) {
      return resolved(document.at(schema.path("$ref").asString().substring(1)));
    }
    for (var either : new String[] {"oneOf", "anyOf"}) {
      if (schema.has(either)) {
        return resolved(schema.path(either).path(0));
      }
    }
    return schema;
  }

  private JsonNode value(String name, JsonNode of) {
    var schema = resolved(of);
    if (schema.has("enum")) {
      return schema.path("enum").path(0);
    }
    var type = schema.path("type");
    return switch (type.isArray() ? type.path(0).asString() : type.asString("object")) {
      case "string" -> Json.tree(text(name, schema));
      case "integer" -> Json.tree(Math.max(1, schema.path("minimum").asLong(1)));
      case "number" -> Json.tree(Math.max(0.5, schema.path("minimum").asDouble(0.5)));
      case "boolean" -> Json.tree(true);
      case "array" -> {
        var list = Json.object().putArray("of");
        yield list.add(value(name.replaceFirst("s$", ""), schema.path("items")));
      }
      default -> object(schema);
    };
  }

  private ObjectNode object(JsonNode schema) {
    var object = Json.object();
    for (var required : schema.path("required")) {
      var name = required.asString();
      object.set(name, value(name, schema.path("properties").path(name)));
    }
    return object;
  }

  private static String text(String name, JsonNode schema) {
    var known = VALUES.get(name);
    if (known != null && fits(known, schema)) {
      return known;
    }
    return switch (schema.path("format").asString("")) {
      case "date-time" -> TIME;
      case "uuid" -> UUID;
      default ->
          name.endsWith("_euid")
              ? "Z-BDT-10"
              : fits(UUID, schema) && name.equals("id") ? UUID : name;
    };
  }

  private static boolean fits(String text, JsonNode schema) {
    var pattern = schema.path("pattern").asString(null);
    return text.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE)
        && (pattern == null || text.matches(pattern));
  }
}
