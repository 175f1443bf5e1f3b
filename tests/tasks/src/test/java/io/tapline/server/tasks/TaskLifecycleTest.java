package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks from submission to their end: the state machine, who may do what, claims and races. */
@TaplineServer(checked = true)
class TaskLifecycleTest extends TasksOnServer {

  private static final List<String> STATUSES =
      List.of("pending", "claimed", "running", "completed", "failed", "cancelled");

  /** The table of the source; a pending task is claimed by a claim, which is tried apart. */
  private static final Map<String, Set<String>> AFTER =
      Map.of(
          "pending", Set.of("cancelled"),
          "claimed", Set.of("running", "failed", "cancelled"),
          "running", Set.of("completed", "failed", "cancelled"),
          "completed", Set.of(),
          "failed", Set.of(),
          "cancelled", Set.of());

  @Test
  void a_task_goes_from_submission_to_completion() {
    var id = workerOf("RDF");
    var submitted = worker.submitted(room, room + ":analysis:RDF", "bins", 100);
    assertThat(submitted.path("status").asString()).isEqualTo("pending");
    assertThat(submitted.path("job_name").asString()).isEqualTo(room + ":analysis:RDF");
    assertThat(submitted.path("room_id").asString()).isEqualTo(room);
    assertThat(submitted.path("payload").path("bins").asInt()).isEqualTo(100);
    assertThat(submitted.path("queue_position").asInt()).isEqualTo(1);
    for (var absent : List.of("started_at", "completed_at", "worker_id", "error")) {
      assertThat(submitted.path(absent).isNull()).as(absent).isTrue();
    }
    var claimed = worker.claim(id);
    assertThat(claimed.path("id")).isEqualTo(submitted.path("id"));
    assertThat(claimed.path("status").asString()).isEqualTo("claimed");
    assertThat(claimed.path("worker_id").asString()).isEqualTo(id);
    assertThat(claimed.path("queue_position").isNull()).isTrue();
    assertThat(claimed.path("started_at").isNull()).isTrue();
    var task = claimed.path("id").asString();

    tapline.advance(Duration.ofSeconds(5));
    var running = worker.set(task, "running").ok();
    assertThat(running.path("status").asString()).isEqualTo("running");
    tapline.advance(Duration.ofSeconds(5));
    var completed = worker.set(task, "completed").ok();
    assertThat(completed.path("status").asString()).isEqualTo("completed");
    assertThat(completed.path("started_at")).isEqualTo(running.path("started_at"));
    var times =
        List.of(
            time(completed, "created_at"),
            time(completed, "started_at"),
            time(completed, "completed_at"));
    assertThat(times).isSorted();
    assertThat(Duration.between(times.get(1), times.get(2)))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(completed.path("worker_id").asString()).isEqualTo(id);
    assertThat(completed.path("payload").path("bins").asInt()).isEqualTo(100);
    assertThat(worker.task(task)).isEqualTo(completed);
  }

  private static Instant time(JsonNode task, String name) {
    return Instant.parse(task.path(name).asString());
  }

  @Test
  void a_submission_says_where_to_look_and_when() {
    workerOf("RDF");
    var reply =
        other.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:RDF"), TasksApi.map());
    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.header("Location"))
        .isEqualTo("/v1/joblib/tasks/" + reply.json().path("id").asString());
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.json().path("payload").isEmpty()).isTrue();
  }

  @Test
  void the_table_of_transitions_holds_for_every_pair() {
    for (var from : STATUSES) {
      for (var to : STATUSES) {
        var task = taskThatIs(from);
        var reply = superuser.set(task, to);
        if (AFTER.get(from).contains(to)) {
          assertThat(reply.ok().path("status").asString()).as(from + " to " + to).isEqualTo(to);
          assertThat(reply.json().path("completed_at").isNull())
              .isEqualTo(!Set.of("completed", "failed", "cancelled").contains(to));
        } else {
          assertProblem(reply, 409, "invalid-task-transition");
          assertThat(worker.status(task)).as(from + " to " + to).isEqualTo(from);
        }
      }
    }
  }

  @Test
  void an_error_is_kept_whole() {
    for (var error : List.of("division by zero", "x".repeat(50_000) + "é")) {
      var task = taskThatIs("running");
      var failed = worker.set(task, "failed", "error", error).ok();
      assertThat(failed.path("error").asString()).isEqualTo(error);
    }
    assertThat(worker.task(taskThatIs("failed")).path("error").isNull()).isTrue();
  }

  @Test
  void what_is_said_of_a_completed_task_is_kept() {
    for (var error : List.of("3 of 100 frames were skipped", "x".repeat(50_000))) {
      var task = taskThatIs("running");
      var completed = worker.set(task, "completed", "error", error).ok();
      assertThat(completed.path("status").asString()).isEqualTo("completed");
      assertThat(completed.path("error").asString()).isEqualTo(error);
      assertThat(worker.task(task)).isEqualTo(completed);
    }
    for (var nothing : new String[] {"", null}) {
      var task = taskThatIs("running");
      assertThat(worker.set(task, "completed", "error", nothing).ok().path("error").isNull())
          .isTrue();
    }
  }

  @Test
  void what_is_said_at_a_cancellation_is_kept() {
    var task = taskThatIs("claimed");
    var cancelled = worker.set(task, "cancelled", "error", "not needed").ok();
    assertThat(cancelled.path("error").asString()).isEqualTo("not needed");
    assertThat(worker.task(task).path("error").asString()).isEqualTo("not needed");
    assertThat(worker.set(taskThatIs("pending"), "cancelled").ok().path("error").isNull()).isTrue();
  }

  @Test
  void a_soft_cancel_is_heard_in_the_task_and_in_the_heartbeat_of_its_worker() {
    for (var from : List.of("claimed", "running")) {
      var id = taskThatIs(from);
      var before = worker.task(id);
      assertThat(before.path("cancel_requested").asBoolean()).isFalse();
      var heartbeat = "workers/" + before.path("worker_id").asString();
      assertThat(worker.patch(heartbeat, null).ok().path("cancel_requested")).isEmpty();
      tapline.advance(Duration.ofSeconds(5));
      cancelSoftly(before, "not needed");
      var asked = worker.task(id);
      assertThat(asked.path("status").asString()).isEqualTo(from);
      assertThat(asked.path("cancel_requested").asBoolean()).isTrue();
      assertThat(asked.path("started_at")).isEqualTo(before.path("started_at"));
      assertThat(worker.patch(heartbeat, null).ok().path("cancel_requested").valueStream())
          .extracting(JsonNode::asString)
          .containsExactly(id);
      var stopped = worker.set(id, "failed", "error", "stopped at frame 3").ok();
      assertThat(stopped.path("status").asString()).isEqualTo("cancelled");
      assertThat(stopped.path("error").asString()).isEqualTo("stopped at frame 3");
      assertThat(stopped.path("started_at")).isEqualTo(before.path("started_at"));
      assertThat(worker.task(id)).isEqualTo(stopped);
      assertThat(worker.patch(heartbeat, null).ok().path("cancel_requested")).isEmpty();
    }
  }

  private static void cancelSoftly(JsonNode task, String reason) {
    tapline
        .as("acme-operator")
        .post(
            "actions/cancel",
            TenantApi.body("subject_euid", task.path("euid"), "mode", "soft", "reason", reason))
        .ok();
  }

  @Test
  void a_task_that_a_soft_cancel_stopped_without_an_error_shows_the_reason_of_the_cancel() {
    var id = taskThatIs("running");
    cancelSoftly(worker.task(id), "not needed");
    assertThat(worker.set(id, "failed").ok().path("error").asString()).isEqualTo("not needed");
    var done = taskThatIs("running");
    cancelSoftly(worker.task(done), "not needed");
    var completed = worker.set(done, "completed").ok();
    assertThat(completed.path("status").asString()).isEqualTo("completed");
    assertThat(completed.path("error").isNull()).isTrue();
  }

  @Test
  void only_its_workers_owner_and_superusers_run_and_finish_a_task() {
    var claimed = taskThatIs("claimed");
    assertProblem(other.set(claimed, "running"), 403, "forbidden");
    assertProblem(other.set(claimed, "failed"), 403, "forbidden");
    superuser.set(claimed, "running").ok();
    assertProblem(other.set(claimed, "completed"), 403, "forbidden");
    superuser.set(claimed, "completed").ok();
    // A caller without permission is refused before the answer reveals the task.
    assertProblem(other.set(claimed, "running"), 403, "forbidden");
    assertProblem(worker.set(claimed, "running"), 409, "invalid-task-transition");
    assertProblem(other.set(taskThatIs("pending"), "running"), 403, "forbidden");
  }

  @Test
  void a_submitter_may_cancel_and_another_user_may_not() {
    var id = workerOf("RDF");
    var mine = other.submitted(room, room + ":analysis:RDF").path("id").asString();
    worker.claim(id);
    worker.set(mine, "running").ok();
    other.set(mine, "cancelled").ok();
    assertThat(worker.set(mine, "completed").status()).isEqualTo(409);
    var theirs = worker.submit(room, "RDF");
    assertProblem(other.set(theirs, "cancelled"), 403, "forbidden");
    superuser.set(theirs, "cancelled").ok();
  }

  @Test
  void a_claim_takes_the_oldest_over_all_jobs_of_the_worker_without_a_limit() {
    var id = workerOf("A");
    worker.register(room, "B", "worker_id", id);
    var expected = new ArrayList<String>();
    for (int i = 0; i < 12; i++) {
      expected.add(worker.submit(room, i % 3 == 0 ? "A" : "B"));
    }
    var claimed = new ArrayList<String>();
    for (int i = 0; i < 12; i++) {
      claimed.add(worker.claim(id).path("id").asString());
    }
    assertThat(claimed).isEqualTo(expected);
    assertThat(worker.claim(id).isNull()).isTrue();
  }

  @Test
  void nobody_claims_for_another_not_even_a_superuser() {
    var id = workerOf("RDF");
    var task = worker.submit(room, "RDF");
    assertProblem(other.post("tasks/claim", TasksApi.map("worker_id", id)), 403, "forbidden");
    assertProblem(superuser.post("tasks/claim", TasksApi.map("worker_id", id)), 403, "forbidden");
    assertThat(worker.status(task)).isEqualTo("pending");
  }

  @Test
  void many_workers_that_claim_at_once_get_each_task_once() {
    var workers = new ArrayList<String>();
    for (int i = 0; i < 6; i++) {
      workers.add(workerOf("RDF"));
    }
    var tasks = IntStream.range(0, 24).mapToObj(i -> worker.submit(room, "RDF")).toList();
    var claimed = new ArrayList<String>();
    while (true) {
      var replies =
          together(
              workers.stream()
                  .map(id -> worker.send("POST", "tasks/claim", TasksApi.map("worker_id", id)))
                  .toList());
      var got =
          replies.stream()
              .map(reply -> reply.ok().path("task"))
              .filter(task -> !task.isNull())
              .map(task -> task.path("id").asString())
              .toList();
      if (got.isEmpty()) {
        break;
      }
      claimed.addAll(got);
    }
    assertThat(claimed).containsExactlyInAnyOrderElementsOf(tasks);
  }

  private static List<HttpReply> together(List<CompletableFuture<HttpReply>> all) {
    return all.stream().map(CompletableFuture::join).toList();
  }

  @Test
  void of_two_racing_transitions_exactly_one_wins() {
    for (int round = 0; round < 10; round++) {
      var claimed = taskThatIs("claimed");
      assertOneWinner(claimed, "running", "running");
      var running = taskThatIs("running");
      var won = assertOneWinner(running, "completed", "failed");
      assertThat(worker.status(running)).isEqualTo(won);
      var cancelled = taskThatIs("running");
      won = assertOneWinner(cancelled, "completed", "cancelled");
      assertThat(worker.status(cancelled)).isEqualTo(won);
    }
  }

  private static String assertOneWinner(String task, String one, String another) {
    var path = "tasks/" + task;
    var replies =
        together(
            List.of(
                worker.send("PATCH", path, TasksApi.map("status", one)),
                worker.send("PATCH", path, TasksApi.map("status", another))));
    assertThat(replies).extracting(HttpReply::status).containsExactlyInAnyOrder(200, 409);
    return replies.get(0).status() == 200 ? one : another;
  }

  @Test
  void the_same_work_is_seen_by_the_other_door() {
    var id = taskThatIs("claimed");
    var task = worker.task(id).path("euid").asString();
    var operator = tapline.as("acme-operator");
    assertThat(operator.get("subjects/" + task).ok().path("status").path("task").asString())
        .isEqualTo("claimed");
    superuser.set(task, "running").ok();
    var subject = operator.get("subjects/" + task).ok();
    assertThat(subject.path("execution").path("state").asString()).isEqualTo("RUNNING");
    operator.post("actions/cancel", TenantApi.body("subject_euid", task, "reason", "x")).ok();
    assertThat(worker.status(id)).isEqualTo("cancelled");
  }

  @Test
  void a_job_whose_queue_asks_for_a_packs_action_says_so_when_a_task_is_completed() {
    var id = taskThatIs("running");
    var subject = worker.task(id).path("euid").asString();
    var admin = tapline.as("acme-admin");
    var queue = admin.get("subjects/" + subject).ok().at("/execution/next_queue_key").asString();
    var revision = admin.get("queues/" + queue).ok().path("revision").asLong();
    admin
        .post(
            "actions/update-queue",
            TenantApi.body(
                "queue_key",
                queue,
                "expected_revision",
                revision,
                "completion",
                "DOMAIN_ACTION",
                "reason",
                "by its action only"))
        .ok();
    var refused = worker.set(id, "completed");
    assertProblem(refused, 409, "domain-action-required");
    assertThat(worker.status(id)).isEqualTo("running");
    worker.set(id, "failed").ok();
  }
}
