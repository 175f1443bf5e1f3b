package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.base.InstalledDoors;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The stop of a server waits for the background threads of the server and of the tasks API. */
class BackgroundDrainTest {

  /**
   * Sweeps, looks for webhooks and the like wait for a locked table, each in a transaction of its
   * own, while the server stops. Each comes to its end, and none has its connection cut: it would
   * say so.
   */
  @Test
  void passes_in_the_background_end_before_the_connections_do() throws Exception {
    var log = new ListAppender<ILoggingEvent>();
    var root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    try (var tapline = TestTapline.startWith(BackgroundDrainTest::busy)) {
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
          // A pass that has waited for long enough gives up; this is not the end of its connection.
          .filteredOn(event -> !gaveUpWaiting(event.getThrowableProxy()))
          .extracting(event -> event.getLoggerName() + ": " + event.getFormattedMessage())
          .isEmpty();
    } finally {
      root.detachAppender(log);
    }
  }

  /** Enough for each loop, although all wait for the locked tables. */
  private static final int CONNECTIONS = 20;

  private static boolean gaveUpWaiting(IThrowableProxy proxy) {
    return proxy instanceof ThrowableProxy cause
        && cause.getThrowable() instanceof StoreException store
        && (store.isLockNotAvailable() || !store.connected());
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
        .connections(CONNECTIONS)
        .grpcPort(usual.grpcPort())
        .security(usual.security())
        .doors(InstalledDoors.read(Map.of("TAPLINE_TASK_SWEEP_SECONDS", "1")::get))
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
}
