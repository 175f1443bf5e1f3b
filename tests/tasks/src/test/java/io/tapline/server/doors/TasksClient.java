package io.tapline.server.doors;

import java.util.Map;

/** A worker of the tasks API. */
final class TasksClient extends RandomClient {

  private String worker;

  TasksClient(SharedWork work, int seed) {
    super(work, seed);
  }

  @Override
  void begin() {
    worker = work.taskWorker();
  }

  @Override
  void step() {
    var answer =
        sane(work.send(work.lab.service, "POST", "tasks/claim", Map.of("worker_id", worker)));
    var task = answer.json().path("task");
    if (!task.isObject()) {
      work.newTask();
      return;
    }
    var id = task.path("id").asString();
    if (!once(5)) {
      set(id, "running");
    }
    if (!once(5)) {
      set(id, once(3) ? "failed" : once(3) ? "cancelled" : "completed");
    }
  }

  private void set(String task, String status) {
    sane(work.send(work.lab.service, "PATCH", "tasks/" + task, Map.of("status", status)));
  }
}
