package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.JobName;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Registration of jobs: their names, rooms, categories and schemas. */
@TaplineServer(checked = true)
class JobRegistrationTest extends JobRegistryOnServer {

  @Test
  void a_job_is_named_by_room_category_and_name() {
    var reply =
        user.put(
            "rooms/" + room + "/jobs",
            TasksApi.map("category", "modifiers", "name", "Rotate", "schema", schema("number")));
    assertThat(reply.status()).isEqualTo(201);
    var job = reply.json();
    assertThat(job.path("full_name").asString()).isEqualTo(room + ":modifiers:Rotate");
    assertThat(job.path("room_id").asString()).isEqualTo(room);
    assertThat(job.path("category").asString()).isEqualTo("modifiers");
    assertThat(job.path("name").asString()).isEqualTo("Rotate");
    assertThat(job.path("schema").at("/properties/n/type").asString()).isEqualTo("number");
    assertThat(job.path("workers").valueStream().map(JsonNode::asString))
        .containsExactly(job.path("worker_id").asString());
    var read =
        user.get("rooms/" + room + "/jobs/" + TasksApi.encoded(room + ":modifiers:Rotate")).ok();
    assertThat(read.path("worker_id").isNull()).isTrue();
    assertThat(read.path("id")).isEqualTo(job.path("id"));
  }

  @Test
  void a_schema_may_be_spelt_as_clients_in_python_do() {
    var job = user.register(room, "Spelt", "schema_", schema("number"));
    assertThat(job.at("/schema/properties/n/type").asString()).isEqualTo("number");
    assertThat(user.register(room, "Spelt", "schema", schema("number")).path("id"))
        .isEqualTo(job.path("id"));
    var worker = job.path("worker_id").asString();
    assertThat(user.register(room, "Spelt", "schema_", schema("number"), "worker_id", worker))
        .isNotNull();
    assertProblem(
        user.put(
            "rooms/" + room + "/jobs",
            TasksApi.map("category", "analysis", "name", "Spelt", "schema_", schema("string"))),
        409,
        "schema-conflict");
  }

  @Test
  void names_of_rooms_and_jobs_may_be_any_text_without_the_delimiters() {
    for (var strange : List.of("Raum 7 – größer/kleiner?", "100%", "a.b_c-d", "日本")) {
      var encoded = TasksApi.encoded(strange.replace("/", "|"));
      var name = "Größe %41 " + strange.replace("/", "|") + ":x";
      var job = user.register(encoded, name);
      assertThat(job.path("room_id").asString()).isEqualTo(strange.replace("/", "|"));
      var full = job.path("full_name").asString();
      assertThat(texts(user.get("rooms/" + encoded + "/jobs").ok(), "full_name")).contains(full);
      var task = user.submitted(encoded, full);
      assertThat(task.path("job_name").asString()).isEqualTo(full);
      assertThat(user.claim(job.path("worker_id").asString()).path("id"))
          .isEqualTo(task.path("id"));
    }
  }

  @Test
  void a_room_with_a_reserved_character_is_refused_everywhere() {
    for (var bad : List.of("@here", "a@b", "a:b", "@globals")) {
      var in = "rooms/" + TasksApi.encoded(bad);
      var job = TasksApi.map("category", "analysis", "name", "X");
      for (var reply :
          List.of(
              user.put(in + "/jobs", job),
              user.get(in + "/jobs"),
              user.get(in + "/workers"),
              user.get(in + "/tasks"),
              user.post(in + "/tasks/a:b:c", TasksApi.map()))) {
        assertProblem(reply, 400, "invalid-room-id");
        assertThat(reply.json().path("detail").asString()).contains("invalid characters");
      }
    }
  }

  @Test
  void errors_of_a_registration_come_in_their_order() {
    user.register(room, "Known", "schema", schema("number"));
    var jobs = "rooms/" + room + "/jobs";
    var wrongWorker = "00000000-0000-0000-0000-000000000000";
    assertProblem(
        user.put(
            "rooms/a@b/jobs",
            TasksApi.map("category", "wrong", "name", "X", "worker_id", wrongWorker)),
        400,
        "invalid-room-id");
    assertProblem(
        user.put("rooms/@global/jobs", TasksApi.map("category", "wrong", "name", "X")),
        403,
        "forbidden");
    assertProblem(
        user.put("rooms/@internal/jobs", TasksApi.map("category", "wrong", "name", "X")),
        403,
        "forbidden");
    assertProblem(
        user.put(
            jobs,
            TasksApi.map(
                "category",
                "wrong",
                "name",
                "Known",
                "schema",
                schema("string"),
                "worker_id",
                wrongWorker)),
        400,
        "invalid-category");
    assertProblem(
        user.put(
            jobs,
            TasksApi.map(
                "category",
                "analysis",
                "name",
                "Known",
                "schema",
                schema("string"),
                "worker_id",
                wrongWorker)),
        409,
        "schema-conflict");
    assertProblem(
        user.put(
            jobs, TasksApi.map("category", "analysis", "name", "New", "worker_id", wrongWorker)),
        404,
        "worker-not-found");
    var theirs = other.post("workers").json().path("id").asString();
    assertProblem(
        user.put(jobs, TasksApi.map("category", "analysis", "name", "New", "worker_id", theirs)),
        404,
        "worker-not-found");
    assertProblem(user.get(path("New")), 404, "job-not-found");
    assertThat(user.put(jobs, TasksApi.map("category", "analysis")).status()).isEqualTo(422);
    assertThat(
            user.put(
                    jobs,
                    TasksApi.map(
                        "category", "analysis", "name", "New", "schema", schema("no such type")))
                .status())
        .isEqualTo(422);
    assertThat(
            user.put(
                    jobs,
                    TasksApi.map(
                        "category",
                        "analysis",
                        "name",
                        "New",
                        "schema",
                        TasksApi.map("$ref", "http://127.0.0.1:1/elsewhere.json")))
                .status())
        .isEqualTo(422);
  }

  @Test
  void any_user_registers_in_a_room_in_every_category_that_is_allowed() {
    for (var token : List.of("acme-service", "acme-human", "acme-operator", "acme-admin")) {
      var anyone = TasksApi.as(tapline, token);
      for (var category : List.of("modifiers", "selections", "analysis")) {
        var job = TasksApi.map("category", category, "name", token);
        var reply = anyone.put("rooms/" + room + "/jobs", job);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        assertThat(reply.json().path("full_name").asString())
            .isEqualTo(room + ":" + category + ":" + token);
      }
    }
  }

  @Test
  void the_settings_are_those_of_the_source_unless_others_are_given() {
    var source = TaskSettings.read(variable -> null);
    assertThat(source.categories()).containsExactly("modifiers", "selections", "analysis");
    assertThat(source.longPollCap()).isEqualTo(Duration.ofSeconds(60));
    assertThat(source.internalTimeout()).isEqualTo(Duration.ofSeconds(3600));
    assertThat(source.workerTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(source.sweepEvery()).isEqualTo(Duration.ofSeconds(30));
    var given =
        Map.of(
            "TAPLINE_TASK_CATEGORIES", "modifiers, figures",
            "TAPLINE_TASK_LONG_POLL_SECONDS", "7",
            "TAPLINE_TASK_INTERNAL_TIMEOUT_SECONDS", "60");
    var others = TaskSettings.read(given::get);
    assertThat(others.categories()).containsExactly("modifiers", "figures");
    assertThat(others.longPollCap()).isEqualTo(Duration.ofSeconds(7));
    assertThat(others.internalTimeout()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void the_database_itself_refuses_a_second_job_of_that_name() throws SQLException {
    user.register(room, "Once");
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement()) {
      assertThatThrownBy(
              () ->
                  statement.execute(
                      "insert into tapline.instance (tenant_id, storage_class, uid,"
                          + " template_uid, euid, json_addl, created_dt, modified_dt) select"
                          + " tenant_id, storage_class, -uid, template_uid, 'second', json_addl,"
                          + " created_dt, modified_dt from tapline.generic_instance where"
                          + " storage_class = 'registry' and object_key = '"
                          + new JobName(room, "analysis", "Once").queueKey()
                          + "' and json_addl #>> '{properties,room_id}' is not null"))
          .hasMessageContaining("registry_key");
    }
  }

  @Test
  void the_same_schema_is_the_same_value_and_another_is_a_conflict() {
    var jobs = "rooms/" + room + "/jobs";
    var first = TasksApi.map("category", "analysis", "name", "RDF");
    first.put("schema", TasksApi.map("minimum", 1, "maximum", 2));
    assertThat(user.put(jobs, first).status()).isEqualTo(201);
    first.put("schema", TasksApi.map("maximum", 2.0, "minimum", 1));
    assertThat(user.put(jobs, first).status()).isEqualTo(200);
    first.put("schema", TasksApi.map("maximum", 3, "minimum", 1));
    int workers = user.get("workers?limit=0").ok().path("total").asInt();
    assertProblem(user.put(jobs, first), 409, "schema-conflict");
    assertThat(user.get("workers?limit=0").ok().path("total").asInt()).isEqualTo(workers);
    // Another room is another job.
    assertThat(user.put("rooms/" + TasksApi.room() + "/jobs", first).status()).isEqualTo(201);
  }

  @Test
  void ten_concurrent_first_registrations_are_one_201_and_nine_200() {
    for (int round = 0; round < 3; round++) {
      var body = TasksApi.map("category", "analysis", "name", "Race" + round);
      var all = new ArrayList<CompletableFuture<HttpReply>>();
      for (int i = 0; i < 10; i++) {
        all.add(user.send("PUT", "rooms/" + room + "/jobs", body));
      }
      var replies = all.stream().map(CompletableFuture::join).toList();
      assertThat(replies)
          .extracting(HttpReply::status)
          .containsExactlyInAnyOrder(201, 200, 200, 200, 200, 200, 200, 200, 200, 200);
      assertThat(replies).extracting(reply -> reply.json().path("id")).containsOnly(id(replies));
      assertThat(user.get(path("Race" + round)).ok().path("workers").size()).isEqualTo(10);
    }
  }

  private static JsonNode id(List<HttpReply> replies) {
    return replies.get(0).json().path("id");
  }

  @Test
  void one_worker_may_do_many_jobs_registered_at_once() {
    var worker = user.post("workers").json().path("id").asString();
    var all = new ArrayList<CompletableFuture<HttpReply>>();
    for (int i = 0; i < 8; i++) {
      all.add(
          user.send(
              "PUT",
              "rooms/" + room + "/jobs",
              TasksApi.map("category", "analysis", "name", "J" + i, "worker_id", worker)));
    }
    all.forEach(reply -> assertThat(reply.join().status()).isEqualTo(201));
    var listed = user.get("rooms/" + room + "/workers").ok();
    assertThat(listed.path("items").get(0).path("id").asString()).isEqualTo(worker);
    assertThat(listed.path("items").get(0).path("job_count").asInt()).isEqualTo(8);
  }

  @Test
  void a_room_sees_its_own_jobs_and_everyones() {
    user.register(room, "Mine");
    var elsewhere = TasksApi.room();
    user.register(elsewhere, "Theirs");
    superuser.register("@global", "Everyones");
    superuser.register("@internal", "Ours");
    var seen = texts(user.get("rooms/" + room + "/jobs").ok(), "full_name");
    // Built-in jobs are listed on request only; otherwise every room would count them.
    assertThat(seen)
        .contains(room + ":analysis:Mine", "@global:analysis:Everyones", "@internal:analysis:Ours")
        .doesNotContain(elsewhere + ":analysis:Theirs", "@internal:analysis:CountTasks");
    assertThat(texts(user.get("rooms/@global/jobs").ok(), "full_name"))
        .containsExactly("@global:analysis:Everyones");
    assertThat(texts(user.get("rooms/@internal/jobs").ok(), "full_name"))
        .allMatch(name -> name.startsWith("@internal:"))
        .contains("@internal:analysis:CountTasks", "@internal:modifiers:CancelPending");
    user.get("rooms/" + room + "/jobs/" + TasksApi.encoded("@internal:analysis:CountTasks")).ok();
    assertProblem(
        user.get("rooms/" + room + "/jobs/" + TasksApi.encoded(elsewhere + ":analysis:Theirs")),
        404,
        "job-not-found");
    var submit = "rooms/" + room + "/tasks/";
    assertProblem(
        user.post(submit + TasksApi.encoded(elsewhere + ":analysis:Theirs"), TasksApi.map()),
        404,
        "job-not-found");
    var format = user.post(submit + "analysis:Mine", TasksApi.map());
    assertProblem(format, 404, "job-not-found");
    assertThat(format.json().path("detail").asString()).isEqualTo("Invalid job name format");
    var task = user.submitted(room, "@global:analysis:Everyones");
    assertThat(task.path("room_id").asString()).isEqualTo(room);
    assertThat(texts(user.get("rooms/" + room + "/tasks").ok(), "id"))
        .containsExactly(task.path("id").asString());
    var page = user.get("rooms/" + room + "/jobs?limit=1&offset=1").ok();
    assertThat(page.path("items").size()).isEqualTo(1);
    assertThat(page.path("total").asInt()).isEqualTo(seen.size());
    assertThat(texts(page, "full_name")).containsExactly(seen.get(1));
  }
}
