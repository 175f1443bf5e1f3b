package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.JobName;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Workers of jobs, soft deletion, and what comes back. */
@TaplineServer(checked = true)
class JobDeletionTest extends JobRegistryOnServer {

  private static void sweep() {
    tapline.server().bean(TaskSweep.class).run();
  }

  /** Its queue is an ordinary one, which an administrator may retire. */
  @Test
  void a_job_whose_queue_was_retired_goes_with_its_last_worker_and_can_come_back() {
    var job = user.register(room, "Queueless");
    var admin = tapline.as("acme-admin");
    var key = new JobName(room, "analysis", "Queueless").queueKey();
    admin
        .post("actions/retire-queue", TenantApi.body("queue_key", key, "reason", "by mistake"))
        .ok();
    assertProblem(
        user.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded(job.path("full_name").asString()),
            Map.of()),
        404,
        "job-not-found");
    assertThat(user.delete("workers/" + job.path("worker_id").asString()).status()).isEqualTo(204);
    assertProblem(user.get(path("Queueless")), 404, "job-not-found");

    var again = user.register(room, "Queueless");
    var task = user.submitted(room, again.path("full_name").asString());
    assertThat(user.claim(again.path("worker_id").asString()).path("id"))
        .isEqualTo(task.path("id"));
  }

  @Test
  void workers_belong_to_who_made_them() {
    var made = user.post("workers");
    assertThat(made.status()).isEqualTo(201);
    var id = made.json().path("id").asString();
    assertThat(made.json().path("last_heartbeat").isString()).isTrue();
    tapline.advance(Duration.ofSeconds(1));
    var beat = user.patch("workers/" + id, null).ok();
    assertThat(beat.path("last_heartbeat").asString())
        .isGreaterThan(made.json().path("last_heartbeat").asString());
    assertProblem(other.patch("workers/" + id, null), 403, "forbidden");
    assertProblem(superuser.patch("workers/" + id, null), 403, "forbidden");
    assertProblem(other.delete("workers/" + id), 403, "forbidden");
    var nobody = "workers/00000000-0000-0000-0000-000000000000";
    assertProblem(user.patch(nobody, null), 404, "worker-not-found");
    assertProblem(user.delete(nobody), 404, "worker-not-found");
    assertProblem(user.patch("workers/nobody", null), 422, "validation-failed");
    assertThat(texts(user.get("workers?limit=500").ok(), "id").get(0)).isEqualTo(id);
    assertThat(superuser.delete("workers/" + id).status()).isEqualTo(204);
    assertProblem(user.patch("workers/" + id, null), 404, "worker-not-found");
    assertProblem(user.delete("workers/" + id), 404, "worker-not-found");
    assertThat(texts(user.get("workers?limit=500").ok(), "id")).doesNotContain(id);
  }

  @Test
  void a_deleted_workers_tasks_fail_and_its_pending_ones_stay() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var running = user.submit(room, "RDF");
    var claimed = user.submit(room, "RDF");
    var pending = user.submit(room, "RDF");
    user.claim(worker);
    user.set(running, "running").ok();
    user.claim(worker);
    assertThat(user.delete("workers/" + worker).status()).isEqualTo(204);
    for (var lost : List.of(running, claimed)) {
      var task = user.task(lost);
      assertThat(task.path("status").asString()).isEqualTo("failed");
      assertThat(task.path("error").asString()).isEqualTo("Worker disconnected");
      assertThat(task.path("completed_at").isNull()).isFalse();
      assertThat(user.set(lost, "completed").status()).isEqualTo(409);
    }
    assertThat(user.status(pending)).isEqualTo("pending");
    // Kept for the one that waits, and gone with it.
    assertThat(user.get(path("RDF")).ok().path("workers").isEmpty()).isTrue();
    user.set(pending, "cancelled").ok();
    assertProblem(user.get(path("RDF")), 404, "job-not-found");
    assertThat(user.task(running).path("status").asString()).isEqualTo("failed");
    assertThat(user.get("rooms/" + room + "/tasks").ok().path("total").asInt()).isEqualTo(3);
  }

  @Test
  void a_job_whose_last_task_ended_by_another_door_is_deleted_by_the_sweep() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var pending = user.submitted(room, room + ":analysis:RDF");
    user.delete("workers/" + worker);
    sweep();
    user.get(path("RDF")).ok();
    tapline
        .as("acme-operator")
        .post(
            "actions/cancel",
            TenantApi.body("subject_euid", pending.path("euid").asString(), "reason", "not needed"))
        .ok();
    user.get(path("RDF")).ok();
    sweep();
    assertProblem(user.get(path("RDF")), 404, "job-not-found");
    assertThat(user.status(pending.path("id").asString())).isEqualTo("cancelled");
  }

  @Test
  void a_soft_deleted_job_comes_back_with_a_new_schema_and_its_history() {
    var worker =
        user.register(room, "RDF", "schema", schema("number")).path("worker_id").asString();
    var task = user.submit(room, "RDF");
    user.claim(worker);
    user.set(task, "running").ok();
    user.set(task, "completed").ok();
    user.delete("workers/" + worker);
    assertProblem(user.get(path("RDF")), 404, "job-not-found");
    assertThat(texts(user.get("rooms/" + room + "/jobs").ok(), "full_name"))
        .doesNotContain(room + ":analysis:RDF");
    assertProblem(
        user.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:RDF"), TasksApi.map()),
        404,
        "job-not-found");
    var again =
        user.put(
            "rooms/" + room + "/jobs",
            TasksApi.map("category", "analysis", "name", "RDF", "schema", schema("string")));
    assertThat(again.status()).isEqualTo(201);
    assertThat(user.get(path("RDF")).ok().path("schema").at("/properties/n/type").asString())
        .isEqualTo("string");
    assertThat(texts(user.get(path("RDF") + "/tasks").ok(), "id")).containsExactly(task);
    user.submitted(room, room + ":analysis:RDF", "n", "text");
  }

  @Test
  void a_worker_that_falls_silent_is_missed_by_the_sweep() {
    var silent = user.register(room, "RDF").path("worker_id").asString();
    var living = user.register(room, "Other").path("worker_id").asString();
    var ran = user.submit(room, "RDF");
    var lost = user.submit(room, "RDF");
    var kept = user.submit(room, "Other");
    user.claim(silent);
    user.set(ran, "running").ok();
    user.claim(silent);
    user.claim(living);
    user.set(kept, "running").ok();
    for (int i = 0; i < 3; i++) {
      tapline.advance(Duration.ofSeconds(40));
      user.patch("workers/" + living, null).ok();
      sweep();
    }
    assertProblem(user.patch("workers/" + silent, null), 404, "worker-not-found");
    for (var task : List.of(ran, lost)) {
      assertThat(user.status(task)).isEqualTo("failed");
      assertThat(user.task(task).path("error").asString()).isEqualTo("Worker disconnected");
    }
    assertProblem(user.get(path("RDF")), 404, "job-not-found");
    // A heartbeat kept the other's lease, which would have lapsed by now.
    user.set(kept, "completed").ok();
    user.get(path("Other")).ok();
  }

  @Test
  void a_lapse_that_nobody_has_settled_is_a_failure_already() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var task = user.submit(room, "RDF");
    user.claim(worker);
    tapline.advance(Duration.ofMinutes(3));
    var read = user.task(task);
    assertThat(read.path("status").asString()).isEqualTo("failed");
    assertThat(read.path("error").asString()).isEqualTo("Worker disconnected");
    assertThat(user.get("rooms/" + room + "/tasks?status=failed").ok().path("total").asInt())
        .isEqualTo(1);
    assertThat(user.set(task, "running").status()).isEqualTo(409);
    assertThat(read.path("completed_at").isNull()).isFalse();
    // Settled by any request, and at any time: it ended when it lapsed.
    tapline.advance(Duration.ofMinutes(3));
    tapline.engine().sweep(tapline.tenantId("acme"));
    assertThat(user.task(task)).isEqualTo(read);
    sweep();
    assertThat(user.task(task)).isEqualTo(read);
  }
}
