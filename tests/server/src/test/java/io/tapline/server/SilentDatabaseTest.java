package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.engine.testing.Await;
import io.tapline.server.base.LifecycleLogger;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.longpoll.WaitService;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.SilentProxy;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** A database that no packet reaches any more keeps nobody waiting for ever, nor a server up. */
class SilentDatabaseTest {

  /** So long that requests are never cut off for the drain time. */
  private static final ShutdownLimits PATIENT = ShutdownLimits.of(Duration.ofHours(1));

  @Test
  void the_steps_of_stopping_fit_into_the_45_seconds_that_are_promised() {
    assertThat(ShutdownLimits.of(ServerSettings.DEFAULT_DRAIN).together())
        .isLessThan(Duration.ofSeconds(45));
  }

  @Test
  void a_step_that_hangs_or_throws_lets_the_next_one_come() {
    var never = new CountDownLatch(1);
    assertThat(ShutdownStep.run("a step that hangs", Duration.ofMillis(10), never::await))
        .isFalse();
    assertThat(
            ShutdownStep.run(
                "a step that throws",
                Duration.ofSeconds(60),
                () -> {
                  throw new IllegalStateException("on purpose");
                }))
        .isTrue();
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void a_server_without_its_database_says_so_and_stops_without_waiting_for_requests()
      throws Exception {
    var scratch = TestTapline.database();
    try (scratch;
        var proxy = new SilentProxy(scratch.jdbcUrl())) {
      var usual = TestTapline.settings(scratch);
      var server =
          Server.start(
              ServerSettingsBuilder.builder(usual)
                  .database(
                      new DatabaseLogin(
                          proxy.through(scratch.jdbcUrl()), scratch.user(), scratch.password()))
                  .sweepEvery(Duration.ofMillis(100))
                  .grpcPort(0)
                  .packs(List.of())
                  .build());
      var admin = new HttpApi(server.address(), "acme-admin");
      var nobody = new HttpApi(server.address(), null);
      var worker =
          admin
              .post(
                  "actions/register-worker",
                  TenantApi.body("worker_key", "w", "worker_type", "SERVICE"))
              .ok()
              .path("worker_euid")
              .asString();
      assertThat(nobody.get("/health/ready").status()).isEqualTo(200);
      var claim =
          Json.print(TenantApi.body("worker_euid", worker)).getBytes(StandardCharsets.UTF_8);
      var polls = admin.with("Prefer", "wait=60").sendAsync("POST", "actions/claim", claim);
      Await.until("a claim that waits", () -> server.bean(WaitService.class).claims() == 1);

      proxy.silence();

      assertThat(nobody.get("/health/ready").problem()).isEqualTo("UNAVAILABLE");
      assertThat(nobody.get("/health").status()).isEqualTo(200);
      // The question for health may still be counted when its answer has come.
      Await.until("only the claim", () -> server.bean(ServerDrain.class).inFlight() == 1);
      var hangs = admin.sendAsync("GET", "queues", null);
      Await.until("a request that hangs", () -> server.bean(ServerDrain.class).inFlight() == 2);
      var log = new ListAppender<ILoggingEvent>();
      log.start();
      var lifecycle = (Logger) LoggerFactory.getLogger(LifecycleLogger.NAME);
      lifecycle.addAppender(log);
      server.close(PATIENT);
      lifecycle.detachAppender(log);
      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .contains("the database does not answer; requests that wait for it get 503");

      assertThat(hangs.join().problem()).isEqualTo("UNAVAILABLE");
      assertThat(hangs.join().header("Retry-After")).isNotNull();
      // Sent home without work, or told to come again where it was just trying.
      assertThat(polls.join().status()).isIn(200, 503);
    }
  }
}
