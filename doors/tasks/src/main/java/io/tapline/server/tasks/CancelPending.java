package io.tapline.server.tasks;

import io.tapline.api.request.Cancel;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.task.TaskView;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * {@code @internal:modifiers:CancelPending}: cancels the pending tasks of the submitter in the
 * room, all of them or those of one job.
 */
@Component
final class CancelPending implements InternalExecutor {

  private static final int PAGE = 500;

  private final Engine engine;
  private final TaskJobRegistry registry;

  CancelPending(Engine engine, TaskJobRegistry registry) {
    this.engine = engine;
    this.registry = registry;
  }

  @Override
  public String category() {
    return "modifiers";
  }

  @Override
  public String name() {
    return "CancelPending";
  }

  @Override
  public JsonNode schema() {
    return RoomJobPayload.SCHEMA;
  }

  @Override
  public JsonNode run(InternalTask task) {
    int cancelled = 0;
    for (var one : pending(task)) {
      try {
        engine.execute(
            TaskCaller.system(task.tenantId()),
            new Cancel(
                TaskCaller.once(),
                one.euid(),
                new StatePrecondition(null, one.behind().revision()),
                false,
                "asked for by " + task.submittedBy()));
        registry.retireIfOrphan(task.tenantId(), one.behind().queueKey());
        cancelled++;
      } catch (RefusedException e) {
        // The task changed meanwhile.
        continue;
      }
    }
    return Json.object().put("cancelled", cancelled);
  }

  private List<TaskView> pending(InternalTask task) {
    var found = new ArrayList<TaskView>();
    long total = 1;
    for (int offset = 0; offset < total; ) {
      var page =
          engine
              .reads()
              .tasks()
              .submitted(
                  task.tenantId(), task.roomId(), RoomJobPayload.of(task), "pending", PAGE, offset);
      page.items().stream()
          .filter(one -> task.submittedBy().equals(one.behind().submittedBy()))
          .forEach(found::add);
      total = page.total();
      offset += page.limit();
    }
    return found;
  }
}
