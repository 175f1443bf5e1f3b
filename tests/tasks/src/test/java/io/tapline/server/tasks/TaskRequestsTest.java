package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Refusal;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.server.http.Problem;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.EuidUuid;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests about tasks and their answers: ids, fields, problems, lists. */
@TaplineServer(checked = true)
class TaskRequestsTest extends TasksOnServer {

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
    // The names of the other interfaces are accepted too.
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
    var said = TaskProblems.DIALECT.format(refused);
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

  @Test
  void a_page_of_tasks_ends_with_what_one_answer_holds_and_the_next_begins_there() {
    worker.register(room, "RDF");
    int bytes = 250_000;
    var tasks = new ArrayList<String>();
    for (int i = 0; i < AnswerBytes.MOST / bytes + 10; i++) {
      var task = worker.submitted(room, room + ":analysis:RDF", "fill", "x".repeat(bytes));
      tasks.add(0, task.path("id").asString());
    }
    var listed = new ArrayList<String>();
    while (listed.size() < tasks.size()) {
      var reply = worker.get("rooms/" + room + "/tasks?limit=500&offset=" + listed.size());
      assertThat(reply.text().length()).isLessThan((int) AnswerBytes.MOST * 5 / 4);
      var page = ids(reply.ok());
      assertThat(page).isNotEmpty();
      listed.addAll(page);
      assertThat(reply.json().path("limit").asInt())
          .isEqualTo(listed.size() < tasks.size() ? page.size() : 500);
    }
    assertThat(listed).isEqualTo(tasks);
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
}
