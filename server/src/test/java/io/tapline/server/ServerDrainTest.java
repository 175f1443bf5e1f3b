package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.tasks.TaskSettings;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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

  /**
   * Sweeps, looks for webhooks and the like wait for a locked table, each in a transaction of its
   * own, while the server stops. Each comes to its end, and none has its connection cut: it would
   * say so.
   */
  @Test
  void passes_in_the_background_end_before_the_connections_do() throws Exception {
    var log = new ListAppender<ILoggingEvent>();
    var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    try (var tapline = TestTapline.startWith(ServerDrainTest::busy)) {
      var lab = new TenantApi(tapline, "acme");
      // From now on the server looks for tasks of its own in this tenant.
      lab.admin.get("/v1/joblib/rooms/hall/jobs").ok();
      log.start();
      root.addAppender(log);

      CompletableFuture<Void> stopped;
      try (var blocker = tapline.scratch().connect()) {
        blocker.setAutoCommit(false);
        try (var statement = blocker.createStatement()) {
          statement.execute("lock table tapline.subject, tapline.instance");
        }
        Await.until("passes of all kinds that wait", () -> waiting().containsAll(LOOPS));
        // One that was there for long enough has given up waiting; those that wait now are meant.
        log.list.clear();
        stopped = BackgroundTask.run(() -> tapline.server().close(PATIENT));
        Await.until(
            "the stop that waits for upkeep",
            () -> stopped.isDone() || in("tapline-stop", "io.tapline.engine.EngineUpkeep"));
        blocker.rollback();
      }
      stopped.join();

      assertThat(log.list)
          .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
          .extracting(event -> event.getLoggerName() + ": " + event.getFormattedMessage())
          .isEmpty();
    } finally {
      root.detachAppender(log);
    }
  }

  /** Threads that look into the database without being asked. */
  private static final Set<String> LOOPS =
      Set.of("tapline-upkeep", "tapline-task-sweep", "tapline-internal-clock", "tapline-webhooks");

  private static final ShutdownLimits PATIENT =
      new ShutdownLimits(
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1));

  private static ServerSettings busy(ServerSettings usual) {
    return ServerSettingsBuilder.builder()
        .host(usual.host())
        .port(usual.port())
        .data(usual.data())
        .database(usual.database())
        .passwords(usual.passwords())
        .tokens(usual.tokens())
        .testClock(usual.testClock())
        .acceptWeakDurability(usual.acceptWeakDurability())
        .sweepEvery(Duration.ofMillis(200))
        .connections(usual.connections())
        .grpcPort(usual.grpcPort())
        .security(usual.security())
        .tasks(TaskSettings.read(Map.of("TAPLINE_TASK_SWEEP_SECONDS", "1")::get))
        .packs(usual.packs())
        .build();
  }

  /** Names of the threads that wait for an answer of the database. */
  private static Set<String> waiting() {
    return LOOPS.stream()
        .filter(name -> in(name, "org.postgresql.core.v3.QueryExecutorImpl"))
        .collect(Collectors.toSet());
  }

  private static boolean in(String thread, String type) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey().getName().equals(thread))
        .flatMap(entry -> Stream.of(entry.getValue()))
        .anyMatch(frame -> frame.getClassName().equals(type));
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
