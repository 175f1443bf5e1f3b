package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Jobs of the server's own, waiting for a task's end, and places in a queue. */
@TaplineServer(checked = true)
class InternalJobDispatchTest {

  private static final String COUNT = "@internal:analysis:CountTasks";
  private static final String BLOCKING = "@internal:analysis:Blocking";

  private static final Pattern WAITING =
      Pattern.compile("^tapline_http_waiting\\{endpoint=\"GET /v1/joblib/tasks/.*} [0-9.]+$");

  private static TestTapline tapline;
  private static TasksApi user;
  private static TasksApi other;
  private static TasksApi superuser;

  private final String room = TasksApi.room();

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    user = TasksApi.as(tapline, "acme-service");
    other = TasksApi.as(tapline, "acme-human");
    superuser = TasksApi.as(tapline, "acme-admin");
    tapline.engine().listen(new Hesitation());
  }

  @AfterEach
  void letGo() {
    BlockingExecutor.GATE.open();
  }

  private static void assertProblem(HttpReply reply, int status, String type) {
    reply.problem();
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.json().path("type").asString()).isEqualTo("/v1/problems/" + type);
  }

  /** The task when it has ended, as a client waits for it. */
  private static JsonNode ended(String task) {
    return user.with("Prefer", "wait=60").get("tasks/" + task).ok();
  }

  @Test
  void a_task_of_the_servers_own_is_claimed_on_submission_and_runs() {
    user.register(room, "RDF");
    user.submit(room, "RDF");
    var submitted = user.submitted(room, COUNT);
    var done = ended(submitted.path("id").asString());
    assertThat(done.path("status").asString()).isEqualTo("completed");
    assertThat(done.path("started_at").isNull()).isFalse();
    var counts = result(done).path("counts");
    assertThat(counts.path("pending").asInt()).isEqualTo(1);

    BlockingExecutor.GATE.close();
    // In the answer to its submission it is the server's already. A hand that has just done the
    // task of another test may not be free yet; three times in a row none of four is not chance.
    var taken =
        Stream.generate(() -> user.submitted(room, BLOCKING, "atoms", 3))
            .limit(3)
            .filter(task -> !task.path("status").asString().equals("pending"))
            .findFirst();
    assertThat(taken).isPresent();
    BlockingExecutor.GATE.open();
    var task = ended(taken.get().path("id").asString());
    var told = result(task);
    assertThat(told.path("task").asString()).isEqualTo(task.path("euid").asString());
    assertThat(told.path("room").asString()).isEqualTo(room);
    assertThat(told.path("payload")).isEqualTo(task.path("payload"));
    assertThat(told.path("payload").path("atoms").asInt()).isEqualTo(3);
  }

  private static JsonNode result(JsonNode task) {
    var history = "subjects/" + task.path("euid").asString() + "/history";
    return tapline.as("acme-operator").get(history).ok().at("/records/0/result_snapshot");
  }

  @Test
  void cancel_pending_cancels_what_its_submitter_has_waiting_in_the_room() {
    user.register(room, "RDF");
    var mine = IntStream.range(0, 3).mapToObj(i -> user.submit(room, "RDF")).toList();
    var theirs = other.submitted(room, room + ":analysis:RDF").path("id").asString();
    var task = user.submitted(room, "@internal:modifiers:CancelPending");
    assertThat(ended(task.path("id").asString()).path("status").asString()).isEqualTo("completed");
    assertThat(mine).allMatch(id -> user.status(id).equals("cancelled"));
    assertThat(user.status(theirs)).isEqualTo("pending");
  }

  @Test
  void without_an_executor_a_submission_is_503() {
    var worker = superuser.register("@internal", "Nowhere").path("worker_id").asString();
    assertProblem(
        user.post(
            "rooms/" + room + "/tasks/" + TasksApi.encoded("@internal:analysis:Nowhere"),
            TasksApi.map()),
        503,
        "internal-job-not-configured");
    // It is kept although nobody can do it, and nobody is left who said that they could.
    assertThat(superuser.delete("workers/" + worker).status()).isEqualTo(204);
    tapline.server().bean(TaskSweep.class).run();
    for (var name : List.of("@internal:analysis:Nowhere", COUNT)) {
      var job = user.get("rooms/@internal/jobs/" + TasksApi.encoded(name)).ok();
      assertThat(job.path("workers").isEmpty()).as(name).isTrue();
    }
  }

  @Test
  void no_remote_worker_ever_gets_a_task_of_the_servers_own() {
    BlockingExecutor.GATE.close();
    var worker =
        superuser
            .register("@internal", "CountTasks", "schema", RoomJobPayload.SCHEMA)
            .path("worker_id")
            .asString();
    var busy = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      busy.add(user.submitted(room, BLOCKING).path("id").asString());
    }
    // Each has a hand of the server's, also where one was busy with the task of another test.
    busy.forEach(InternalJobDispatchTest::awaitRunning);
    var waiting = user.submitted(room, COUNT).path("id").asString();
    assertThat(superuser.claim(worker).isNull()).isTrue();
    assertThat(user.status(waiting)).isEqualTo("pending");
    BlockingExecutor.GATE.open();
    busy.forEach(task -> assertThat(ended(task).path("status").asString()).isEqualTo("completed"));
    assertThat(ended(waiting).path("status").asString()).isEqualTo("completed");
  }

  @Test
  void a_task_that_could_not_be_claimed_on_submission_is_there_once_and_runs_later()
      throws SQLException {
    // No lease can be written for a while, by nobody.
    JsonNode submitted;
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "create function public.no_lease() returns trigger language plpgsql as"
              + " $$ begin raise exception 'no lease'; end $$");
      statement.execute(
          "create trigger no_lease before insert on tapline.attempt"
              + " for each row execute function public.no_lease()");
      try {
        submitted = user.submitted(room, COUNT);
      } finally {
        statement.execute("drop function public.no_lease() cascade");
      }
    }
    assertThat(submitted.path("status").asString()).isEqualTo("pending");
    var done = ended(submitted.path("id").asString());
    assertThat(done.path("status").asString()).isEqualTo("completed");
    assertThat(user.get("rooms/" + room + "/tasks").ok().path("total").asInt()).isEqualTo(1);
  }

  @Test
  void what_an_executor_throws_is_the_tasks_error() {
    var task = user.submitted(room, BLOCKING, "fail", "no such file").path("id").asString();
    var done = ended(task);
    assertThat(done.path("status").asString()).isEqualTo("failed");
    assertThat(done.path("error").asString()).isEqualTo("no such file");
  }

  @Test
  void a_stuck_task_of_the_servers_own_fails_after_its_time() {
    BlockingExecutor.GATE.close();
    var task = user.submitted(room, BLOCKING).path("id").asString();
    awaitRunning(task);
    tapline.advance(Duration.ofMinutes(59));
    tapline.server().bean(TaskSweep.class).run();
    assertThat(user.task(task).path("completed_at").isNull()).isTrue();
    tapline.advance(Duration.ofMinutes(2));
    tapline.server().bean(TaskSweep.class).run();
    var failed = user.task(task);
    assertThat(failed.path("status").asString()).isEqualTo("failed");
    assertThat(failed.path("error").asString()).isEqualTo("Internal worker timeout");
    BlockingExecutor.GATE.open();
  }

  /** As a server leaves it that dies, or hangs, between the claim and the start. */
  @Test
  void a_task_of_the_servers_own_that_is_claimed_and_never_started_fails_after_its_time() {
    var go = new CountDownLatch(1);
    BETWEEN_CLAIM_AND_START.set(go);
    try {
      // The claim comes on the thread of the submission, which is held up with it.
      var submission =
          user.send("POST", "rooms/" + room + "/tasks/" + TasksApi.encoded(COUNT), Map.of());
      Await.until("it is claimed", () -> !claimedHere().isEmpty());
      var task = claimedHere().get(0);
      tapline.advance(Duration.ofMinutes(59));
      tapline.server().bean(TaskSweep.class).run();
      assertThat(user.status(task)).isEqualTo("claimed");
      tapline.advance(Duration.ofMinutes(2));
      tapline.server().bean(TaskSweep.class).run();
      var failed = user.task(task);
      assertThat(failed.path("status").asString()).isEqualTo("failed");
      assertThat(failed.path("error").asString()).isEqualTo("Internal worker timeout");
      assertThat(failed.path("started_at").isNull()).isTrue();
      go.countDown();
      submission.join();
      assertThat(user.task(task)).as("a late executor changes nothing").isEqualTo(failed);
    } finally {
      BETWEEN_CLAIM_AND_START.set(null);
      go.countDown();
    }
  }

  private List<String> claimedHere() {
    return user.get("rooms/" + room + "/tasks")
        .ok()
        .path("items")
        .valueStream()
        .filter(task -> task.path("status").asString().equals("claimed"))
        .map(task -> task.path("id").asString())
        .toList();
  }

  private static final AtomicReference<CountDownLatch> BETWEEN_CLAIM_AND_START =
      new AtomicReference<>();

  /** Heard on the thread of who claims, before it goes on. */
  private static final class Hesitation implements ActionListener {
    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
      var go = BETWEEN_CLAIM_AND_START.get();
      if (go == null || answer == null || answer.claims().isEmpty()) {
        return;
      }
      try {
        go.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void of_a_cancel_and_the_dispatch_exactly_one_wins() {
    for (int i = 0; i < 12; i++) {
      var task = user.submitted(room, COUNT).path("id").asString();
      var cancel = user.set(task, "cancelled");
      var end = ended(task).path("status").asString();
      assertThat(end).isEqualTo(cancel.status() == 200 ? "cancelled" : "completed");
      tapline.awaitFeed("acme");
      var events =
          tapline
              .as("acme-operator")
              .get("events?limit=100&subject_euid=" + user.task(task).path("euid").asString())
              .ok()
              .path("items")
              .valueStream()
              .map(event -> event.path("type").asString())
              .filter(type -> List.of("job_succeeded", "job_cancelled").contains(type))
              .toList();
      assertThat(events).hasSize(1);
    }
  }

  private static void awaitRunning(String task) {
    Await.until(task + " is running", () -> user.status(task).equals("running"));
  }

  /** Until the server has a request that waits: it may still be on its way. */
  private static void awaitWaiting() {
    Await.until("a request waits", () -> waiting() == 1);
  }

  @Test
  void a_wait_ends_the_moment_the_task_does() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var task = user.submit(room, "RDF");
    var waiting = user.with("Prefer", "wait=\"50\"").send("GET", "tasks/" + task, null);
    awaitWaiting();
    user.claim(worker);
    user.set(task, "running").ok();
    assertThat(waiting).isNotDone();
    user.set(task, "completed").ok();
    var reply = waiting.join();
    assertThat(reply.ok().path("status").asString()).isEqualTo("completed");
    assertThat(reply.header("Preference-Applied")).isEqualTo("wait=50");
    // An ended task is not waited for.
    var again = user.with("Prefer", "wait=50").get("tasks/" + task);
    assertThat(again.header("Preference-Applied")).isNull();
    assertThat(user.get("tasks/" + task).header("Preference-Applied")).isNull();
  }

  @Test
  void more_may_wait_than_there_are_connections() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    var task = user.submit(room, "RDF");
    // The server of this test has ten.
    var all =
        Stream.generate(() -> user.with("Prefer", "wait=60").send("GET", "tasks/" + task, null))
            .limit(15)
            .toList();
    Await.until("all wait", () -> waiting() == all.size());
    assertThat(user.claim(worker).path("id").asString()).isEqualTo(task);
    user.set(task, "running").ok();
    assertThat(all).noneMatch(Future::isDone);
    user.set(task, "completed").ok();
    all.forEach(
        reply -> assertThat(reply.join().ok().path("status").asString()).isEqualTo("completed"));
  }

  private static int waiting() {
    return tapline
        .as("acme-admin")
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> WAITING.matcher(line).matches())
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void a_wait_is_capped_and_ends_with_its_time() {
    user.register(room, "RDF");
    var task = user.submit(room, "RDF");
    var reply = user.with("Prefer", "respond-async, wait=1").get("tasks/" + task);
    assertThat(reply.ok().path("status").asString()).isEqualTo("pending");
    assertThat(reply.header("Preference-Applied")).isEqualTo("wait=1");
    // An unusable wait is ignored, as in RFC 7240.
    for (var wait : List.of("wait=0", "wait=abc", "wait=-1", "wait=1.5", "wait", "wait=\"\"")) {
      var atOnce = user.with("Prefer", wait).get("tasks/" + task);
      assertThat(atOnce.ok().path("status").asString()).as(wait).isEqualTo("pending");
      assertThat(atOnce.header("Preference-Applied")).as(wait).isNull();
    }
    var longest = user.with("Prefer", "wait=" + "6".repeat(30)).send("GET", "tasks/" + task, null);
    awaitWaiting();
    user.set(task, "cancelled").ok();
    assertThat(longest.join().header("Preference-Applied")).isEqualTo("wait=60");
  }

  @Test
  void a_place_in_the_queue_counts_those_of_the_same_job_only() {
    var worker = user.register(room, "RDF").path("worker_id").asString();
    user.register(room, "Other");
    var tasks = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      user.submit(room, "Other");
      tasks.add(user.submit(room, "RDF"));
    }
    assertThat(tasks).extracting(InternalJobDispatchTest::place).containsExactly(1, 2, 3, 4);
    user.claim(worker);
    assertThat(tasks).extracting(InternalJobDispatchTest::place).containsExactly(null, 1, 2, 3);
    user.set(tasks.get(2), "cancelled").ok();
    assertThat(tasks).extracting(InternalJobDispatchTest::place).containsExactly(null, 1, null, 2);
    var listed =
        user.get("rooms/" + room + "/jobs/" + TasksApi.encoded(room + ":analysis:RDF") + "/tasks")
            .ok();
    assertThat(listed.path("items").valueStream().map(task -> task.path("queue_position").asInt(0)))
        .containsExactly(2, 0, 1, 0);
  }

  private static Integer place(String task) {
    var place = user.task(task).path("queue_position");
    return place.isNull() ? null : place.asInt();
  }
}
