package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.model.Refusal;
import io.tapline.server.http.Problem;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.EuidUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks from submission to their end: the state machine, who may do what, claims and races. */
@TaplineServer(checked = true)
class TaskLifecycleTest {

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

  private static TestTapline tapline;
  private static TasksApi worker;
  private static TasksApi other;
  private static TasksApi superuser;

  private final String room = TasksApi.room();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    worker = TasksApi.as(tapline, "acme-service");
    other = TasksApi.as(tapline, "acme-human");
    superuser = TasksApi.as(tapline, "acme-admin");
  }

  private String workerOf(String name) {
    return worker.register(room, name).path("worker_id").asString();
  }

  /** A task that has been brought to a status. */
  private String taskThatIs(String status) {
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

  private static void assertProblem(HttpReply reply, int status, String type) {
    reply.problem();
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.json().path("type").asString()).isEqualTo("/v1/problems/" + type);
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
  void ids_are_uuids_and_both_spellings_are_understood() {
    var job = worker.register(room, "RDF");
    var id = job.path("worker_id").asString();
    var submitted =
        worker.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:RDF"), TasksApi.map());
    var task = submitted.json();
    var claimed = worker.claim(id);
    var listed =
        worker
            .get("rooms/" + room + "/jobs")
            .ok()
            .path("items")
            .valueStream()
            .filter(one -> one.path("full_name").equals(job.path("full_name")))
            .findFirst()
            .orElseThrow();
    var ids =
        List.of(
            worker.post("workers").json().path("id"),
            worker.get("workers?limit=1").ok().at("/items/0/id"),
            worker.get("rooms/" + room + "/workers").ok().at("/items/0/id"),
            listed.at("/workers/0"),
            worker.get("rooms/" + room + "/tasks").ok().at("/items/0/id"),
            worker.patch("workers/" + id, null).ok().path("id"),
            job.path("id"),
            job.path("worker_id"),
            job.at("/workers/0"),
            task.path("id"),
            claimed.path("id"),
            claimed.path("worker_id"));
    for (var one : ids) {
      var uuid = UUID.fromString(one.asString());
      assertThat(uuid).hasToString(one.asString());
      assertThat(uuid.version()).isEqualTo(8);
      assertThat(uuid.variant()).isEqualTo(2);
    }
    assertThat(submitted.header("Location")).endsWith("/" + task.path("id").asString());
    // What every other door calls it, this one understands too.
    var euid = task.path("euid").asString();
    assertThat(tapline.as("acme-operator").get("subjects/" + euid).status()).isEqualTo(200);
    for (var spelling :
        List.of(euid, task.path("id").asString().toUpperCase(java.util.Locale.ROOT))) {
      assertThat(worker.task(spelling)).isEqualTo(worker.task(task.path("id").asString()));
    }
    var workerEuid = EuidUuid.euidOf(UUID.fromString(id)).orElseThrow();
    worker.patch("workers/" + workerEuid, null).ok();
    assertThat(worker.claim(workerEuid).isNull()).isTrue();
    assertThat(worker.register(room, "Other", "worker_id", workerEuid).path("worker_id").asString())
        .isEqualTo(id);
    assertThat(worker.set(euid, "running").ok().path("id")).isEqualTo(task.path("id"));
    assertThat(worker.delete("workers/" + workerEuid).status()).isEqualTo(204);
  }

  @Test
  void unknown_fields_of_a_body_are_ignored() {
    var jobs = "rooms/" + room + "/jobs";
    var job = TasksApi.map("category", "analysis", "name", "RDF", "nonsense", 1, "\u0000", "x");
    assertThat(worker.put(jobs, job).status()).isEqualTo(201);
    var path = "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:RDF");
    var task = worker.post(path, TasksApi.map("payload", TasksApi.map(), "priority", 3));
    assertThat(task.status()).isEqualTo(202);
    var body = TasksApi.map("status", "cancelled", "result", List.of(1));
    worker.patch("tasks/" + task.json().path("id").asString(), body).ok();
  }

  @Test
  void problems_have_the_words_of_this_door() {
    var task = taskThatIs("pending");
    assertTitle(worker.get("tasks/00000000-0000-0000-0000-000000000000"), "Not Found");
    assertTitle(worker.get("rooms/a@b/tasks"), "Bad Request");
    assertTitle(other.set(task, "running"), "Forbidden");
    assertTitle(superuser.set(task, "completed"), "Conflict");
    var unable =
        worker.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded("@internal:analysis:None"),
            TasksApi.map());
    assertTitle(unable, "Not Found");
    var conflict = superuser.set(task, "completed").json().path("detail").asString();
    assertThat(conflict).contains(task).doesNotContain(worker.task(task).path("euid").asString());

    // As the engine says it of one that does a hundred jobs already.
    var refused = Problem.of(Refusal.invalid("worker_euid", "worker Z-AGX-1AD has 100 jobs"));
    var said = TaskProblems.DIALECT.say(refused);
    assertThat(said.field()).isEqualTo("worker_id");
    assertThat(said.detail())
        .isEqualTo("worker_id: worker 00000000-0000-8000-8000-2a397ca3e1b7 has 100 jobs");

    worker.register(room, "RDF");
    var path = "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:RDF");
    var large =
        worker.post(path, TasksApi.map("payload", TasksApi.map("text", "x".repeat(2_000_000))));
    assertThat(large.json().path("field").asString()).as(large.text()).isEqualTo("payload");
    assertThat(large.json().path("detail").asString())
        .startsWith("payload")
        .doesNotContain("properties");
    var nul = worker.post(path, TasksApi.map("payload", TasksApi.map("text", "a\u0000")));
    assertThat(nul.json().path("field").asString()).as(nul.text()).startsWith("payload");
  }

  private static void assertTitle(HttpReply reply, String title) {
    assertThat(reply.json().path("title").asString()).as(reply.text()).isEqualTo(title);
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
  void only_its_workers_owner_and_superusers_run_and_finish_a_task() {
    var claimed = taskThatIs("claimed");
    assertProblem(other.set(claimed, "running"), 403, "forbidden");
    assertProblem(other.set(claimed, "failed"), 403, "forbidden");
    superuser.set(claimed, "running").ok();
    assertProblem(other.set(claimed, "completed"), 403, "forbidden");
    superuser.set(claimed, "completed").ok();
    // Who may not is told so before it is said what the task is.
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
  void what_is_not_there_is_not_found() {
    var nothing = "00000000-0000-0000-0000-000000000000";
    assertProblem(worker.get("tasks/" + nothing), 404, "task-not-found");
    assertProblem(worker.set(nothing, "running"), 404, "task-not-found");
    assertProblem(worker.set("Z-AGX-1AD", "running"), 404, "task-not-found");
    assertProblem(
        worker.post("tasks/claim", TasksApi.map("worker_id", nothing)), 404, "worker-not-found");
    var task = taskThatIs("pending");
    assertProblem(TasksApi.as(tapline, "other-admin").get("tasks/" + task), 404, "task-not-found");
  }

  @Test
  void bad_input_is_422_and_names_the_field() {
    var task = taskThatIs("pending");
    for (var reply :
        List.of(
            worker.patch("tasks/" + task, TasksApi.map("status", "done")),
            worker.patch("tasks/" + task, TasksApi.map("status", 7)),
            worker.patch("tasks/" + task, TasksApi.map()),
            worker.patch("tasks/" + task, List.of()),
            worker.get("tasks/nothing"),
            worker.get("tasks/Z-AGX-1AX"),
            worker.get("tasks/" + task + "0"),
            worker.post("tasks/claim", TasksApi.map("worker_id", "nobody")),
            worker.put(
                "rooms/" + room + "/jobs",
                TasksApi.map("category", "analysis", "name", "X", "worker_id", "nobody")),
            worker.post("tasks/claim", TasksApi.map()),
            worker.post("tasks/claim", TasksApi.map("worker_id", 7)),
            worker.post("tasks/claim"),
            worker.get("rooms/" + room + "/tasks?status=done"),
            worker.get("rooms/" + room + "/tasks?limit=501"),
            worker.get("rooms/" + room + "/tasks?limit=-1"),
            worker.get("rooms/" + room + "/tasks?offset=-1"),
            worker.get("rooms/" + room + "/tasks?offset=x"),
            worker.post(
                "rooms/"
                    + room
                    + "/tasks/"
                    + TasksApi.encoded(worker.task(task).path("job_name").asString()),
                TasksApi.map("payload", 7)))) {
      assertThat(reply.status()).as(reply.text()).isEqualTo(422);
      assertThat(reply.json().path("type").asString()).startsWith("/v1/problems/");
      assertThat(reply.json().path("detail").asString()).isNotBlank();
    }
    assertThat(worker.status(task)).isEqualTo("pending");
  }

  @Test
  void a_payload_that_does_not_match_is_refused_by_its_path() {
    worker.register(
        room,
        "Rotate",
        "schema",
        TasksApi.map(
            "type",
            "object",
            "properties",
            TasksApi.map(
                "axis",
                TasksApi.map(
                    "type",
                    "object",
                    "properties",
                    TasksApi.map("angle", TasksApi.map("type", "number")))),
            "required",
            List.of("axis")));
    var path = "rooms/" + room + "/tasks/" + TasksApi.encoded(room + ":analysis:Rotate");
    var wrong =
        worker.post(
            path, TasksApi.map("payload", TasksApi.map("axis", TasksApi.map("angle", "much"))));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.json().path("detail").asString()).contains("payload.axis.angle");
    assertThat(worker.post(path, TasksApi.map()).status()).isEqualTo(422);
    assertThat(worker.get("rooms/" + room + "/tasks").ok().path("total").asInt()).isZero();
    worker.submitted(room, room + ":analysis:Rotate", "axis", TasksApi.map("angle", 90));
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
  void lists_are_counted_filtered_and_newest_first() {
    var id = workerOf("RDF");
    worker.register(room, "Other", "worker_id", id);
    var tasks = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      tasks.add(0, worker.submit(room, i == 4 ? "Other" : "RDF"));
    }
    worker.claim(id);
    worker.set(tasks.get(4), "running").ok();
    worker.claim(id);
    worker.set(tasks.get(2), "cancelled").ok();

    var all = worker.get("rooms/" + room + "/tasks").ok();
    assertThat(ids(all)).isEqualTo(tasks);
    assertThat(all.path("total").asInt()).isEqualTo(5);
    assertThat(all.path("limit").asInt()).isEqualTo(50);
    assertThat(all.path("offset").asInt()).isZero();
    assertThat(ids(worker.get("rooms/" + room + "/tasks?limit=2&offset=1").ok()))
        .isEqualTo(tasks.subList(1, 3));
    var counted = worker.get("rooms/" + room + "/tasks?limit=0").ok();
    assertThat(counted.path("items").isEmpty()).isTrue();
    assertThat(counted.path("total").asInt()).isEqualTo(5);
    assertStatuses("running", tasks.get(4));
    assertStatuses("claimed", tasks.get(3));
    assertStatuses("cancelled", tasks.get(2));
    assertStatuses("pending", tasks.get(0), tasks.get(1));
    assertStatuses("completed");
    var ofJob = "rooms/" + room + "/jobs/" + TasksApi.encoded(room + ":analysis:Other") + "/tasks";
    assertThat(ids(worker.get(ofJob).ok())).containsExactly(tasks.get(0));
    assertProblem(worker.get("rooms/" + room + "/jobs/nothing/tasks"), 404, "job-not-found");
  }

  private void assertStatuses(String status, String... tasks) {
    var page = worker.get("rooms/" + room + "/tasks?status=" + status).ok();
    assertThat(ids(page)).as(status).containsExactly(tasks);
    assertThat(page.path("total").asInt()).isEqualTo(tasks.length);
    page.path("items")
        .forEach(task -> assertThat(task.path("status").asString()).isEqualTo(status));
  }

  private static List<String> ids(JsonNode page) {
    return page.path("items").valueStream().map(task -> task.path("id").asString()).toList();
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
