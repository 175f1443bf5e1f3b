package io.tapline.server.tasks;

import io.tapline.api.JobName;
import io.tapline.engine.Engine;
import io.tapline.tapdb.Json;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * {@code @internal:analysis:CountTasks}: counts the tasks of the room by status, all of them or
 * those of one job.
 */
@Component
final class CountTasks implements InternalExecutor {

  private final Engine engine;

  CountTasks(Engine engine) {
    this.engine = engine;
  }

  @Override
  public String category() {
    return "analysis";
  }

  @Override
  public String name() {
    return "CountTasks";
  }

  @Override
  public JsonNode schema() {
    return RoomJobPayload.SCHEMA;
  }

  @Override
  public JsonNode run(InternalTask task) {
    var counts = Json.object();
    JobName job = RoomJobPayload.of(task);
    for (var status : TaskChanges.AFTER.keySet().stream().sorted().toList()) {
      counts.put(
          status,
          engine
              .reads()
              .tasks()
              .submitted(task.tenantId(), task.roomId(), job, status, 0, 0)
              .total());
    }
    return Json.object().set("counts", counts);
  }
}
