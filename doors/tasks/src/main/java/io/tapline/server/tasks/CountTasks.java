package io.tapline.server.tasks;

import io.tapline.api.JobName;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.tapdb.Json;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * {@code @internal:analysis:CountTasks}: counts the tasks of the room by status, all of them or
 * those of one job.
 */
@Component
final class CountTasks implements InternalExecutor {

  private final ReadModels reads;

  CountTasks(Engine engine) {
    this.reads = engine.reads();
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
          reads.tasks().submitted(task.tenantId(), task.roomId(), job, status, 0, 0).total());
    }
    return Json.object().set("counts", counts);
  }
}
