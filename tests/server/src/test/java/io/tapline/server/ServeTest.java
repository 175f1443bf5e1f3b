package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.postgres.EmbeddedServer;
import io.tapline.postgres.TestServer;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tapline serve} as a process: started, stopped, started again. */
@Tag("soak")
class ServeTest {

  private static final int TERMINATED = 128 + 15;

  private static void createQueue(HttpApi admin, String key) {
    admin
        .post(
            "actions/create-queue",
            TenantApi.body(
                "queue_key",
                key,
                "subject_template_codes",
                new String[] {"data/execution/task/1.0"}))
        .ok();
  }

  @Test
  void data_outlives_the_server_and_its_postgresql_stops_with_it(@TempDir Path data) {
    var postmaster = data.resolve("postgres").resolve("data").resolve("postmaster.pid");
    try (var first = ChildServer.embedded(data)) {
      assertThat(first.as(null).get("/health").status()).isEqualTo(200);
      assertThat(first.as(null).get("/health/ready").status()).isEqualTo(200);
      createQueue(first.as("acme-admin"), "kept");
      assertThat(Files.exists(postmaster)).isTrue();
      first.terminate();
      var last = new ArrayList<String>();
      for (var line = first.line(); line != null; line = first.line()) {
        last.add(line);
      }
      assertThat(last)
          .contains("The server has stopped.")
          .noneMatch(line -> line.contains("Exception"));
      assertThat(first.exitCode()).isEqualTo(TERMINATED);
    }
    assertThat(Files.exists(postmaster)).isFalse();
    try (var second = ChildServer.embedded(data)) {
      assertThat(second.as("acme-admin").get("queues/kept").status()).isEqualTo(200);
      second.terminate();
      assertThat(second.exitCode()).isEqualTo(TERMINATED);
    }
  }

  @Test
  void a_killed_server_leaves_nothing_that_keeps_the_next_one_from_starting(@TempDir Path data) {
    try (var first = ChildServer.embedded(data)) {
      createQueue(first.as("acme-admin"), "kept");
      first.kill();
    }
    try (var second = ChildServer.embedded(data)) {
      assertThat(second.as("acme-admin").get("queues/kept").status()).isEqualTo(200);
      second.terminate();
      assertThat(second.exitCode()).isEqualTo(TERMINATED);
    }
  }

  /** The cluster is its own: in the shared one the roles have the passwords of other tests. */
  @Test
  void two_servers_share_a_database_with_no_further_configuration(@TempDir Path data) {
    try (var cluster = EmbeddedServer.start(data)) {
      var login =
          Map.of(
              "TAPLINE_DATABASE_URL", cluster.jdbcUrl("postgres"),
              "TAPLINE_DATABASE_USER", cluster.user(),
              "TAPLINE_DATABASE_PASSWORD", cluster.password());
      try (var one = ChildServer.ready(login);
          var two = ChildServer.ready(login)) {
        createQueue(one.as("acme-admin"), "shared");
        assertThat(two.as("acme-admin").get("queues/shared").status()).isEqualTo(200);
        createQueue(one.as("acme-admin"), "after-two");
        assertThat(two.as("acme-admin").get("queues/after-two").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void the_clock_can_be_moved_only_when_the_server_was_started_for_it() {
    try (var scratch = TestServer.database();
        var moving = ChildServer.start(scratch)) {
      var path = "/api/v1/testing/clock";
      var body = Map.of("advance_seconds", 60);
      assertThat(moving.as("acme-admin").post(path, body).status()).isEqualTo(200);
      assertThat(moving.as("acme-operator").post(path, body).problem()).isEqualTo("FORBIDDEN");
      assertThat(moving.as("acme-admin").post(path, Map.of("advance_seconds", -1)).field())
          .isEqualTo("advance_seconds");
    }
    try (var scratch = TestServer.database();
        var fixed = ChildServer.startWithoutTestClock(scratch)) {
      var path = "/api/v1/testing/clock";
      assertThat(fixed.as("acme-admin").post(path, Map.of("advance_seconds", 60)).problem())
          .isEqualTo("NOT_FOUND");
    }
  }
}
