package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.SourceTree;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.PluginJar;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Executors of one's own, in jars beside the server; and a second server on the same database that
 * has none of them.
 */
class PluginExecutorsTest {

  private static final Path EXAMPLE = SourceTree.ROOT.resolve("examples/executor");
  private static final String CENTER = "@internal:modifiers:CenterAtoms";
  private static final String LAME = "@internal:analysis:Lame";
  private static final String COUNT = "@internal:analysis:CountTasks";

  @TempDir private static Path plugins;

  private static TestTapline tapline;
  private static Server without;
  private static TasksApi user;
  private static TasksApi userThere;

  private final String room = TasksApi.room();

  @BeforeAll
  static void start() throws IOException {
    PluginJar.of(EXAMPLE).write(plugins.resolve("center-atoms.jar"));
    lame().without("org/example/Missing.class").write(plugins.resolve("lame.jar"));
    tapline = TestTapline.startWithPlugins(plugins);
    user = TasksApi.as(tapline, "acme-service");
    // The first look at a tenant's jobs registers those of the server's own.
    user.get("rooms/@internal/jobs").ok();
    without = Server.start(TestTapline.settings(tapline.scratch()));
    userThere = new TasksApi(new HttpApi(without.address(), "acme-service"));
  }

  @AfterAll
  static void stop() {
    without.close();
    tapline.close();
  }

  @AfterEach
  void letGo() {
    BlockingExecutor.GATE.open();
  }

  /** An executor that leans on a class of another jar. */
  private static PluginJar lame() throws IOException {
    return PluginJar.of(
        Map.of(
            "org/example/Lame.java",
            """
            package org.example;

            public final class Lame implements io.tapline.server.tasks.InternalExecutor {
              @Override
              public String category() {
                return "analysis";
              }

              @Override
              public String name() {
                return "Lame";
              }

              @Override
              public tools.jackson.databind.JsonNode schema() {
                return io.tapline.tapdb.Json.object();
              }

              @Override
              public tools.jackson.databind.JsonNode run(io.tapline.server.tasks.InternalTask task) {
                return new Missing().result();
              }
            }
            """,
            "org/example/Missing.java",
            """
            package org.example;

            final class Missing {
              tools.jackson.databind.JsonNode result() {
                return io.tapline.tapdb.Json.object();
              }
            }
            """),
        "org.example.Lame");
  }

  private static JsonNode ended(String task) {
    return user.with("Prefer", "wait=60").get("tasks/" + task).ok();
  }

  private static Object[] atoms() {
    return new Object[] {"positions", List.of(List.of(1, 0, 0), List.of(3, 0, 4.5))};
  }

  @Test
  void the_example_of_the_guide_runs_and_the_guide_shows_it() throws IOException {
    var task = user.submitted(room, CENTER, atoms());
    var done = ended(task.path("id").asString());
    assertThat(done.path("status").asString()).as(done.toString()).isEqualTo("completed");
    var history = "subjects/" + done.path("euid").asString() + "/history";
    var result = tapline.as("acme-operator").get(history).ok().at("/records/0/result_snapshot");
    assertThat(result.path("positions").get(1).valueStream().map(n -> n.asDouble()))
        .containsExactly(1.0, 0.0, 2.25);
    var guide = Files.readString(SourceTree.ROOT.resolve("docs/guide/tasks.md"));
    assertThat(guide).contains(Files.readString(EXAMPLE.resolve("CenterAtoms.java")));
  }

  @Test
  void a_room_sees_the_jobs_of_plugins() {
    var seen = user.get("rooms/" + room + "/jobs?limit=500").ok().path("items").toString();
    assertThat(seen).contains(CENTER);
  }

  @Test
  void what_cannot_be_handed_to_its_executor_has_failed() {
    for (int i = 0; i < 5; i++) {
      var failed = ended(user.submitted(room, LAME).path("id").asString());
      assertThat(failed.path("status").asString()).isEqualTo("failed");
      assertThat(failed.path("error").asString())
          .isEqualTo("Failed to dispatch to internal executor");
    }
    // No hand was lost with them.
    var task = user.submitted(room, CENTER, atoms()).path("id").asString();
    assertThat(ended(task).path("status").asString()).isEqualTo("completed");
  }

  @Test
  void a_server_leaves_alone_what_it_has_no_executor_for() {
    var path = "rooms/" + room + "/tasks/" + TasksApi.encoded(CENTER);
    var refused = userThere.post(path, TasksApi.map("payload", TasksApi.map(atoms())));
    assertThat(refused.problem()).isEqualTo("INTERNAL_JOB_NOT_CONFIGURED");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.json().path("title").asString()).isEqualTo("Service Unavailable");

    BlockingExecutor.GATE.close();
    var here = tapline.server().bean(ExecutorCatalog.class).loader();
    // The other server may be quicker to take one.
    while (BlockingExecutor.GATE.waiting(here) < InternalExecutors.HANDS) {
      int before = BlockingExecutor.GATE.waiting();
      user.submitted(room, "@internal:analysis:Blocking");
      Await.until("one more is running", () -> BlockingExecutor.GATE.waiting() > before);
    }
    // Nobody has a hand for them here; the other server does what it can, and no more.
    var ours = user.submitted(room, CENTER, atoms()).path("id").asString();
    var lame = user.submitted(room, LAME).path("id").asString();
    var theirs =
        List.of(
            user.submitted(room, COUNT).path("id").asString(),
            user.submitted(TasksApi.room(), "@internal:modifiers:CancelPending")
                .path("id")
                .asString());
    without.bean(InternalExecutors.class).look(tapline.tenantId("acme"));
    assertThat(theirs).allMatch(task -> ended(task).path("status").asString().equals("completed"));
    assertThat(List.of(user.status(ours), user.status(lame))).containsOnly("pending");
    BlockingExecutor.GATE.open();
    assertThat(ended(ours).path("status").asString()).isEqualTo("completed");
    assertThat(ended(lame).path("status").asString()).isEqualTo("failed");
  }

  @Test
  void an_executor_that_cannot_be_used_keeps_the_server_from_starting(@TempDir Path folder)
      throws IOException {
    assertRefused(
        folder,
        PluginJar.of(
            Map.of("org/example/Nothing.java", "package org.example; class Nothing {}"),
            "org.example.Gone"),
        "org.example.Gone");
    var name =
        Map.of(
            "org/example/Twin.java",
            """
            package org.example;

            public final class Twin implements io.tapline.server.tasks.InternalExecutor {
              @Override
              public String category() {
                return "analysis";
              }

              @Override
              public String name() {
                return "CountTasks";
              }

              @Override
              public tools.jackson.databind.JsonNode schema() {
                return io.tapline.tapdb.Json.object();
              }

              @Override
              public tools.jackson.databind.JsonNode run(io.tapline.server.tasks.InternalTask task) {
                return null;
              }
            }
            """);
    assertRefused(folder, PluginJar.of(name, "org.example.Twin"), "Twin", COUNT);
  }

  private static void assertRefused(Path folder, PluginJar jar, String... words)
      throws IOException {
    jar.write(folder.resolve("wrong.jar"));
    ServerSettings settings =
        TestTapline.withPlugins(TestTapline.settings(tapline.scratch()), folder.toString());
    assertThatThrownBy(() -> Server.start(settings).close())
        .isInstanceOf(StartupRefused.class)
        .message()
        .contains(words);
  }
}
