package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A server that is told to stop hands out nothing new and finishes what it began. */
class ServerDrainTest {

  @Test
  void requests_in_flight_finish_while_new_claims_are_refused() throws Exception {
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var queue = lab.queue();
      lab.enqueue(queue);
      lab.enqueue(queue);
      lab.enqueue(queue);
      var worker = lab.worker();
      var claim = lab.claimOne(worker, queue);
      var other = lab.claimOne(worker, queue);
      lab.service.post("actions/start", TenantApi.on(worker, other)).ok();
      var begun = new CountDownLatch(1);
      tapline.server().bean(ServerDrain.class).whenBegun(begun::countDown);

      CompletableFuture<HttpReply> inFlight;
      CompletableFuture<Void> stopped;
      try (var blocker = tapline.scratch().connect()) {
        lock(blocker, claim.path("subject_euid").asString());
        inFlight = send(lab.service, "actions/complete", TenantApi.on(worker, claim));
        awaitWaiting(blocker);
        stopped = BackgroundTask.run(tapline.server()::close);
        begun.await();

        var refused =
            lab.service.post(
                "actions/claim", TenantApi.body("worker_euid", worker, "queue_key", queue));
        assertThat(refused.problem()).isEqualTo("DRAINING");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotNull();
        // The report is accepted, and no new work is assigned.
        var report = TenantApi.on(worker, other, "claim_next", Map.of("queue_key", queue));
        var taken = lab.service.post("actions/complete", report).ok();
        assertThat(taken.at("/result/state").asString()).isEqualTo("COMPLETED");
        assertThat(taken.at("/claim_problem/code").asString()).isEqualTo("DRAINING");
        assertThat(tapline.as(null).get("/health/ready").problem()).isEqualTo("DRAINING");
        assertThat(tapline.as(null).get("/health").status()).isEqualTo(200);
        assertThat(lab.operator.get("queues/" + queue).status()).isEqualTo(200);
        assertThat(inFlight).isNotDone();
        assertThat(stopped).isNotDone();
        blocker.rollback();
      }

      assertThat(inFlight.join().status()).isEqualTo(200);
      stopped.join();
    }
  }

  @Test
  void during_the_drain_delay_everything_is_served_and_the_server_is_not_ready() throws Exception {
    try (var tapline =
        TestTapline.startWith(
            usual ->
                ServerSettingsBuilder.builder(usual)
                    .drainDelay(Duration.ofHours(1))
                    .drainTime(Duration.ZERO)
                    .build())) {
      var lab = new TenantApi(tapline, "acme");
      var queue = lab.queue();
      lab.enqueue(queue);
      var worker = lab.worker();
      var stopping = new Thread(tapline.server()::close);
      stopping.start();
      Await.until("it is not ready", () -> tapline.as(null).get("/health/ready").status() == 503);
      assertThat(tapline.as(null).get("/health").status()).isEqualTo(200);
      lab.enqueue(queue);
      var claim = lab.claimOne(worker, queue);

      CompletableFuture<HttpReply> inFlight;
      try (var blocker = tapline.scratch().connect()) {
        lock(blocker, claim.path("subject_euid").asString());
        inFlight = send(lab.service, "actions/complete", TenantApi.on(worker, claim));
        awaitWaiting(blocker);
        // The delay is over, and requests in flight have no time left.
        stopping.interrupt();
        var cut = inFlight.join();
        assertThat(cut.problem()).isEqualTo("UNAVAILABLE");
        assertThat(cut.header("Retry-After")).isNotNull();
        blocker.rollback();
      }
      stopping.join();
    }
  }

  private static CompletableFuture<HttpReply> send(
      HttpApi who, String path, Map<String, Object> body) {
    return who.sendAsync("POST", path, Json.print(body).getBytes(StandardCharsets.UTF_8));
  }

  private static void lock(Connection blocker, String subjectEuid) throws SQLException {
    blocker.setAutoCommit(false);
    try (var statement =
        blocker.prepareStatement(
            "select 1 from tapline.subject_document where euid = ? for update")) {
      statement.setString(1, subjectEuid);
      statement.execute();
    }
  }

  /** Until the database itself says that someone waits for the lock. */
  private static void awaitWaiting(Connection blocker) throws SQLException {
    try (var statement =
        blocker.prepareStatement(
            "select count(*) from pg_stat_activity"
                + " where pg_backend_pid() = any(pg_blocking_pids(pid))")) {
      while (true) {
        try (var rows = statement.executeQuery()) {
          rows.next();
          if (rows.getInt(1) > 0) {
            return;
          }
        }
        // Inside one transaction the statistics are a snapshot of its first look.
        try (var clear = blocker.createStatement()) {
          clear.execute("select pg_stat_clear_snapshot()");
        }
      }
    }
  }
}
