package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import org.junit.jupiter.api.BeforeAll;

/** A server with a room of its own for each test, and tasks in any status. */
abstract class TasksOnServer {

  static TestTapline tapline;
  static TasksApi worker;
  static TasksApi other;
  static TasksApi superuser;

  final String room = TasksApi.room();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    worker = TasksApi.as(tapline, "acme-service");
    other = TasksApi.as(tapline, "acme-human");
    superuser = TasksApi.as(tapline, "acme-admin");
  }

  String workerOf(String name) {
    return worker.register(room, name).path("worker_id").asString();
  }

  /** A task that has been brought to a status. */
  String taskThatIs(String status) {
    var job = TenantApi.unique("Job");
    var id = worker.register(room, job).path("worker_id").asString();
    var task = worker.submit(room, job);
    switch (status) {
      case "pending" -> {}
      case "claimed" -> worker.claim(id);
      case "running" -> {
        worker.claim(id);
        worker.set(task, "running").ok();
      }
      case "completed", "failed" -> {
        worker.claim(id);
        worker.set(task, "running").ok();
        worker.set(task, status).ok();
      }
      case "cancelled" -> worker.set(task, "cancelled").ok();
      default -> throw new AssertionError(status);
    }
    assertThat(worker.status(task)).isEqualTo(status);
    return task;
  }

  static void assertProblem(HttpReply reply, int status, String type) {
    reply.problem();
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.json().path("type").asString()).isEqualTo("/v1/problems/" + type);
  }
}
