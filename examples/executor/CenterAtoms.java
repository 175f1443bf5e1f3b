package org.example;

import io.tapline.server.tasks.InternalExecutor;
import io.tapline.server.tasks.InternalTask;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/** Moves atoms so that their middle is where the axes meet. */
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

  /** Also at hand: task.roomId() and task.submittedBy(). What is thrown is the task's error. */
  @Override
  public JsonNode run(InternalTask task) {
    var atoms = task.payload().path("positions").valueStream().toList();
    var middle = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      int along = axis;
      middle[axis] =
          atoms.stream().mapToDouble(one -> one.path(along).asDouble()).average().orElseThrow();
    }
    var moved = Json.object();
    var positions = moved.putArray("positions");
    for (var atom : atoms) {
      var position = positions.addArray();
      for (int axis = 0; axis < 3; axis++) {
        position.add(atom.path(axis).asDouble() - middle[axis]);
      }
    }
    return moved;
  }
}
