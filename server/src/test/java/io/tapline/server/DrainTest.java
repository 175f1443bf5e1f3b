package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Aside;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Lab;
import io.tapline.server.testing.Reply;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A server that is told to stop hands out nothing new and finishes what it began. */
class DrainTest {

  @Test
  void requests_in_flight_finish_while_new_claims_are_refused() throws Exception {
    try (var tapline = TestTapline.start()) {
      var lab = new Lab(tapline, "acme");
      var queue = lab.queue();
      lab.enqueue(queue);
      lab.enqueue(queue);
      lab.enqueue(queue);
      var worker = lab.worker();
      var claim = lab.claimOne(worker, queue);
      var other = lab.claimOne(worker, queue);
      lab.service.post("actions/start", Lab.on(worker, other)).ok();
      var begun = new CountDownLatch(1);
      tapline.server().bean(Drain.class).whenBegun(begun::countDown);

      CompletableFuture<Reply> inFlight;
      CompletableFuture<Void> stopped;
      try (var blocker = tapline.scratch().connect()) {
        lock(blocker, claim.path("subject_euid").asString());
        inFlight = send(lab.service, "actions/complete", Lab.on(worker, claim));
        awaitWaiting(blocker);
        stopped = Aside.run(tapline.server()::close);
        begun.await();

        var refused =
            lab.service.post("actions/claim", Lab.body("worker_euid", worker, "queue_key", queue));
        assertThat(refused.problem()).isEqualTo("DRAINING");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotNull();
        // What was done is taken, and more is not handed out.
        var report = Lab.on(worker, other, "claim_next", Map.of("queue_key", queue));
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

  private static CompletableFuture<Reply> send(HttpApi who, String path, Map<String, Object> body) {
    return who.sendAsync("POST", path, Json.print(body).getBytes(StandardCharsets.UTF_8));
  }

  private static void lock(Connection blocker, String subjectEuid) throws SQLException {
    blocker.setAutoCommit(false);
    try (var statement =
        blocker.prepareStatement("select 1 from tapline.subject where euid = ? for update")) {
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
