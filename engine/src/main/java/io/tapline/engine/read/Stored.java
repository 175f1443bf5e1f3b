package io.tapline.engine.read;

import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A stored document on its way to being shown. Copies of related keys in it are never the truth:
 * they are left out, and lineage says instead.
 */
final class Stored {

  private Stored() {}

  static ObjectNode document(String json) {
    var node = (ObjectNode) Json.parse(json);
    for (var name : List.copyOf(node.propertyNames())) {
      if (name.contains("_lookup_")) {
        node.remove(name);
      }
    }
    return node;
  }
}
