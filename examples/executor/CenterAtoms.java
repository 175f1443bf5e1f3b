package org.example;

import io.tapline.server.tasks.InternalExecutor;
import io.tapline.server.tasks.InternalTask;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/** Moves atoms so that their mean position is the origin. */
public final class CenterAtoms implements InternalExecutor {

  @Override
  public String category() {
    return "modifiers";
  }

  @Override
  public String name() {
    return "CenterAtoms";
  }

  @Override
  public JsonNode schema() {
    return Json.parse(
        """
        {"type": "object", "required": ["positions"], "properties": {"positions": {
          "type": "array", "minItems": 1, "items": {
            "type": "array", "minItems": 3, "maxItems": 3, "items": {"type": "number"}}}}}
        """);
  }

  /**
   * Returns the result of the task. An exception becomes the error of the task. The task also
   * contains its room (roomId) and the principal that submitted it (submittedBy).
   */
  @Override
  public JsonNode run(InternalTask task) {
    var atoms = task.payload().path("positions").valueStream().toList();
    var center = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      int along = axis;
      center[axis] =
          atoms.stream().mapToDouble(one -> one.path(along).asDouble()).average().orElseThrow();
    }
    var moved = Json.object();
    var positions = moved.putArray("positions");
    for (var atom : atoms) {
      var position = positions.addArray();
      for (int axis = 0; axis < 3; axis++) {
        position.add(atom.path(axis).asDouble() - center[axis]);
      }
    }
    return moved;
  }
}
