package io.tapline.engine.testing;

import io.tapline.tapdb.Json;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A record with some of its fields changed, by their names on the wire. */
public final class AlteredRecord {

  private AlteredRecord() {}

  /** Names and values in turn; a name may be a path such as {@code expect.state}. */
  public static <T extends Record> T with(T original, Object... namesAndValues) {
    // Without what is null: a JSON null in the place of an absent document is something else.
    var tree = (ObjectNode) Json.sparseTree(original);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      set(tree, ((String) namesAndValues[i]).split("\\."), namesAndValues[i + 1]);
    }
    @SuppressWarnings("unchecked")
    var type = (Class<T>) original.getClass();
    return Json.read(tree, type);
  }

  private static void set(ObjectNode tree, String[] path, Object value) {
    var parent = tree;
    for (var step : Arrays.copyOf(path, path.length - 1)) {
      parent = parent.get(step) instanceof ObjectNode inner ? inner : parent.putObject(step);
    }
    var node = value instanceof JsonNode given ? given : Json.tree(value);
    parent.set(path[path.length - 1], node);
  }
}
