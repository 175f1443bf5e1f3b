package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Server-sent events of a room: tasks' statuses, jobs that come and go, work that is there. */
@TaplineServer
class RoomEventsTest {

  private static TestTapline tapline;
  private static TasksApi user;

  private final String room = TasksApi.room();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    user = TasksApi.as(tapline, "acme-service");
  }

  /** Someone in a room, reading. */
  private static final class Listener implements AutoCloseable {
    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;
    private String lastId;
    private JsonNode last;

    Listener(HttpApi who, String room) throws IOException, InterruptedException {
      // Else it would begin before what was done just now.
      tapline.awaitFeed("acme");
      response =
          who.stream(
              "/v1/joblib/rooms/" + room + "/events", HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
      // The greeting: from here on nothing is missed.
      lines.readLine();
    }

    /** As {@code task_status claimed}. */
    List<String> next(int count) throws IOException {
      var heard = new ArrayList<String>();
      String event = null;
      while (heard.size() < count) {
        var line = lines.readLine();
        if (line.startsWith("id: ")) {
          lastId = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("data: ")) {
          var data = Json.parse(line.substring(6));
          last = data;
          heard.add(
              event
                  + " "
                  + switch (event) {
                    case "task_status" -> data.path("id").asString();
                    case "task_available" -> data.path("task_id").asString();
                    default -> data.path("full_name").asString() + data.path("deleted");
                  });
        }
      }
      return heard;
    }

    @Override
    public void close() throws IOException {
      response.body().close();
    }
  }

  @Test
  @Timeout(120)
  void a_room_hears_of_its_tasks_jobs_and_work_and_of_nobody_elses() throws Exception {
    try (var listener = new Listener(tapline.as("acme-human"), room)) {
      var elsewhere = TasksApi.room();
      user.register(elsewhere, "Theirs");
      user.submit(elsewhere, "Theirs");
      var worker = user.register(room, "RDF").path("worker_id").asString();
      var task = user.submit(room, "RDF");
      user.claim(worker);
      user.set(task, "running").ok();
      user.set(task, "completed").ok();
      user.delete("workers/" + worker);
      var full = room + ":analysis:RDF";
      assertThat(listener.next(8))
          .containsExactly(
              "job_changed " + full + "false",
              "task_status " + task,
              "task_available " + task,
              "task_status " + task,
              "task_status " + task,
              "task_status " + task,
              "job_changed " + full + "false",
              "job_changed " + full + "true");
      assertThat(listener.lastId).isNotNull();
    }
  }

  @Test
  @Timeout(120)
  void a_soft_cancel_of_a_running_task_is_in_its_event() throws Exception {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var task = user.submit(room, "RDF");
    user.claim(worker);
    var started = user.set(task, "running").ok().path("started_at");
    try (var listener = new Listener(tapline.as("acme-human"), room)) {
      tapline
          .as("acme-operator")
          .post(
              "actions/cancel",
              TenantApi.body(
                  "subject_euid",
                  user.task(task).path("euid"),
                  "mode",
                  "soft",
                  "reason",
                  "not needed"))
          .ok();
      assertThat(listener.next(1)).containsExactly("task_status " + task);
      assertThat(listener.last.path("status").asString()).isEqualTo("running");
      assertThat(listener.last.path("cancel_requested").asBoolean()).isTrue();
      assertThat(listener.last.path("started_at")).isEqualTo(started);
    }
  }

  @Test
  @Timeout(120)
  void a_worker_that_leaves_a_job_others_still_do_is_a_change_of_the_job() throws Exception {
    var leaves = user.register(room, "RDF").path("worker_id").asString();
    user.register(room, "RDF");
    user.register(room, "Other", "worker_id", leaves);
    try (var listener = new Listener(tapline.as("acme-human"), room)) {
      user.delete("workers/" + leaves);
      assertThat(listener.next(3))
          .containsExactly(
              "job_changed " + room + ":analysis:RDFfalse",
              "job_changed " + room + ":analysis:Otherfalse",
              "job_changed " + room + ":analysis:Othertrue");
    }
    var job = user.get("rooms/" + room + "/jobs/" + TasksApi.encoded(room + ":analysis:RDF")).ok();
    assertThat(job.path("workers").size()).isEqualTo(1);
  }

  @Test
  @Timeout(120)
  void who_was_cut_reads_on_where_it_was() throws Exception {
    String lastId;
    user.register(room, "RDF");
    try (var listener = new Listener(tapline.as("acme-human"), room)) {
      user.submit(room, "RDF");
      listener.next(2);
      lastId = listener.lastId;
    }
    var missed = user.submit(room, "RDF");
    try (var again = new Listener(tapline.as("acme-human").with("Last-Event-ID", lastId), room)) {
      assertThat(again.next(2))
          .containsExactly("task_status " + missed, "task_available " + missed);
    }
  }

  @Test
  @Timeout(120)
  void nobody_is_told_of_work_that_is_the_servers_own() throws Exception {
    user.register(room, "RDF");
    try (var listener = new Listener(tapline.as("acme-human"), room);
        var there = new Listener(tapline.as("acme-human"), "@internal")) {
      var own = user.submitted(room, "@internal:analysis:CountTasks").path("id").asString();
      user.with("Prefer", "wait=60").get("tasks/" + own).ok();
      var last = user.submit(room, "RDF");
      var heard = new ArrayList<String>();
      while (!heard.contains("task_available " + last)) {
        heard.addAll(listener.next(1));
      }
      assertThat(heard)
          .contains("task_status " + own)
          .filteredOn(event -> event.startsWith("task_available"))
          .containsExactly("task_available " + last);
      // The internal room received no event either, before the next one there.
      TasksApi.as(tapline, "acme-admin").register("@internal", "Heard");
      assertThat(there.next(1)).containsExactly("job_changed @internal:analysis:Heardfalse");
    }
  }

  @Test
  @Timeout(120)
  void workers_of_everyones_jobs_listen_where_the_jobs_are() throws Exception {
    TasksApi.as(tapline, "acme-admin").register("@global", "Shared");
    try (var listener = new Listener(tapline.as("acme-admin"), "@global")) {
      var task = user.submitted(room, "@global:analysis:Shared").path("id").asString();
      assertThat(listener.next(1)).containsExactly("task_available " + task);
    }
  }
}
