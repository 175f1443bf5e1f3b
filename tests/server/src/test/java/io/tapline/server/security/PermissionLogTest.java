package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Workers act on their own leases only, and an attempt to do more is in the log. */
@TaplineServer
class PermissionLogTest {

  private static TestTapline tapline;

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(PermissionLog.class);

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(log);
  }

  private String only() {
    assertThat(log.list).hasSize(1);
    var line = log.list.get(0).getFormattedMessage();
    log.list.clear();
    return line;
  }

  @Test
  void a_missing_role() {
    var principal = tapline.as("acme-operator").get("/api/v1/me").ok().path("principal").asString();
    tapline.as("acme-operator").post("actions/create-queue", Map.of()).problem();
    assertThat(only())
        .contains("create-queue", principal, "of tenant acme", "127.0.0.1", "FORBIDDEN");
  }

  @Test
  void a_call_by_cookie_alone_names_whose_cookie_it_was() {
    var principal = tapline.as("acme-operator").get("/api/v1/me").ok().path("principal").asString();
    var browser = SessionBrowser.login(tapline.address(), "acme-operator");
    browser.bare().send("POST", "/logout", null).problem();
    assertThat(only()).contains("/logout", principal, "CSRF_REFUSED");
  }

  @Test
  void a_login_from_another_origin_is_by_somebody_who_is_not_logged_in() {
    var login = Map.of("token", "acme-service");
    var stranger = tapline.as(null).with("Origin", "https://elsewhere.example.org");
    assertThat(stranger.post("/login", login).problem()).isEqualTo("CSRF_REFUSED");
    assertThat(only()).contains("/login by an unauthenticated caller").doesNotContain("null");
  }

  @Test
  void anothers_lease_alone_in_a_batch_and_at_a_claim() {
    var lab = new TenantApi(tapline, "acme");
    var queue = lab.queue();
    lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    // The human has a worker's role, but the worker is the service's.
    var refused = lab.human.post("actions/complete", TenantApi.on(worker, claim));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(only()).contains("actions/complete", refused.problem());
    var batch =
        lab.human
            .post("actions/complete", Map.of("items", List.of(TenantApi.on(worker, claim))))
            .ok();
    assertThat(batch.path("items").get(0).path("problem").path("status").asInt()).isEqualTo(403);
    assertThat(only()).contains("actions/complete");
    assertThat(
            lab.human
                .post("actions/claim", TenantApi.body("worker_euid", worker, "queue_key", queue))
                .status())
        .isEqualTo(403);
    assertThat(only()).contains("actions/claim");
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    assertThat(log.list).isEmpty();
  }

  @Test
  void what_a_caller_writes_does_not_make_a_line_of_its_own() {
    tapline.as("acme-service").get("/api/v1/tokens").problem();
    assertThat(only()).doesNotContain("\n");
    tapline
        .as("acme-service")
        .post("/api/v1/tokens/a%0Ab/revoke", TenantApi.body("reason", "x"))
        .problem();
    assertThat(only()).doesNotContain("\n");
  }

  @Test
  void another_tenants_objects_are_not_there_whatever_is_asked() {
    var ours = new TenantApi(tapline, "acme");
    var theirs = new TenantApi(tapline, "other");
    var queue = ours.queue();
    var subject = ours.enqueue(queue);
    var worker = ours.worker();
    var claim = ours.claimOne(worker, queue);
    var nowhere = "Z-TK-10";
    for (var euid : List.of(subject, nowhere)) {
      assertThat(theirs.admin.get("subjects/" + euid).problem()).isEqualTo("NOT_FOUND");
      assertThat(
              theirs
                  .operator
                  .post(
                      "actions/hold",
                      TenantApi.body("subject_euid", euid, "reason", "x", "hold_code", "QC"))
                  .problem())
          .isEqualTo("NOT_FOUND");
    }
    assertThat(theirs.service.post("actions/complete", TenantApi.on(worker, claim)).problem())
        .isEqualTo("NOT_FOUND");
    assertThat(theirs.admin.get("queues/" + queue).problem()).isEqualTo("NOT_FOUND");
    assertThat(theirs.admin.get("workers/" + worker).problem()).isEqualTo("NOT_FOUND");
    assertThat(theirs.admin.get("leases?limit=500").text())
        .doesNotContain(claim.path("lease_euid").asString());
    assertThat(theirs.admin.get("events?limit=500").text()).doesNotContain(subject);
  }
}
