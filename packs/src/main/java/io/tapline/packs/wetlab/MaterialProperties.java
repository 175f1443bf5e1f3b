package io.tapline.packs.wetlab;

import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a material or container says of itself: its own properties, status, and who sent it. */
final class MaterialProperties {

  private MaterialProperties() {}

  static ObjectNode of(JsonNode fields) {
    return merged(Json.object(), fields);
  }

  /** What is named is replaced; a null inside properties takes one away. */
  static ObjectNode merged(JsonNode before, JsonNode fields) {
    var after = (ObjectNode) before.deepCopy();
    fields
        .path("properties")
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().isNull()) {
                after.remove(entry.getKey());
              } else {
                after.set(entry.getKey(), entry.getValue());
              }
            });
    for (var own : new String[] {"status", "atlas_context"}) {
      if (fields.has(own)) {
        after.set(own, fields.get(own));
      }
    }
    return after;
  }
}
