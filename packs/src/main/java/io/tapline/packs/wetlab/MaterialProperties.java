package io.tapline.packs.wetlab;

import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The properties of a material or container: its own properties, its status, and the context of its
 * order.
 */
final class MaterialProperties {

  private MaterialProperties() {}

  static ObjectNode of(JsonNode fields) {
    return merged(Json.object(), fields);
  }

  /** Absent keys are kept; a null inside properties or atlas_context removes a key. */
  static ObjectNode merged(JsonNode before, JsonNode fields) {
    var after = (ObjectNode) before.deepCopy();
    merge(after, fields.path("properties"));
    if (fields.has("status")) {
      after.set("status", fields.get("status"));
    }
    if (fields.has("atlas_context")) {
      var context = after.path("atlas_context");
      var merged = context.isObject() ? (ObjectNode) context : Json.object();
      merge(merged, fields.get("atlas_context"));
      after.set("atlas_context", merged);
    }
    return after;
  }

  private static void merge(ObjectNode into, JsonNode changes) {
    for (var entry : changes.properties()) {
      if (entry.getValue().isNull()) {
        into.remove(entry.getKey());
      } else {
        into.set(entry.getKey(), entry.getValue());
      }
    }
  }
}
