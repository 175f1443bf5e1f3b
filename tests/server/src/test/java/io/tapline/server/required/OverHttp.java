package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;

/**
 * The base of the required tests over HTTP: a server, a tenant with the four roles, and another
 * tenant whose users can read none of its data.
 */
@TaplineServer
abstract class OverHttp {

  static TestTapline tapline;

  TenantApi lab;
  TenantApi strangers;
  String tenant;
  String queue;
  String worker;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  /** From here on in one tenant, in a queue and with a worker of the test's own. */
  void in(String name) {
    tenant = name;
    lab = new TenantApi(tapline, name);
    strangers = new TenantApi(tapline, name.equals("acme") ? "other" : "acme");
    queue = lab.queue();
    worker = lab.worker();
  }

  void advance(int seconds) {
    tapline.advance(Duration.ofSeconds(seconds));
  }

  int depth() {
    return lab.operator.get("queues/" + queue).ok().path("queue_depth").asInt();
  }

  /** The subjects in the queue, in the order of claims. */
  List<String> visible() {
    return lab.operator
        .get("queues/" + queue + "/items")
        .ok()
        .path("items")
        .findValuesAsString("subject_euid");
  }

  JsonNode claimAndStart(String by) {
    var claims =
        lab.service
            .post(
                "actions/claim",
                TenantApi.body("worker_euid", by, "queue_key", queue, "start", true))
            .ok()
            .path("claims");
    assertThat(claims.size()).isOne();
    return claims.get(0);
  }

  JsonNode subject(String euid) {
    return lab.operator.get("subjects/" + euid).ok();
  }

  JsonNode history(String euid) {
    return lab.operator.get("subjects/" + euid + "/history").ok();
  }

  /** All that can be read of a subject: equal, or something was changed. */
  List<JsonNode> everythingAbout(String euid) {
    return List.of(subject(euid).path("execution"), history(euid));
  }

  JsonNode lease(String subjectEuid, String leaseEuid) {
    return named(history(subjectEuid).path("leases"), "lease_euid", leaseEuid);
  }

  JsonNode record(String subjectEuid, String recordEuid) {
    return named(history(subjectEuid).path("records"), "record_euid", recordEuid);
  }

  private static JsonNode named(JsonNode list, String name, String value) {
    return list.valueStream()
        .filter(one -> one.path(name).asString().equals(value))
        .findFirst()
        .orElseThrow();
  }

  List<String> events(String subjectEuid) {
    tapline.awaitFeed(tenant);
    return lab.operator
        .get("events?limit=500&subject_euid=" + subjectEuid)
        .ok()
        .path("items")
        .findValuesAsString("type");
  }

  /** To the people of another tenant the subject does not exist, whatever their role. */
  void strangersSeeNothingOf(String subjectEuid) {
    var why = TenantApi.body("subject_euid", subjectEuid, "reason", "curious");
    for (var stranger : List.of(strangers.operator, strangers.admin)) {
      assertThat(stranger.get("subjects/" + subjectEuid).problem()).isEqualTo("NOT_FOUND");
      assertThat(stranger.get("queues/" + queue).problem()).isEqualTo("NOT_FOUND");
      assertThat(stranger.post("actions/cancel", why).problem()).isEqualTo("NOT_FOUND");
    }
    for (var stranger : List.of(strangers.service, strangers.human)) {
      assertThat(stranger.get("subjects/" + subjectEuid + "/history").problem())
          .isEqualTo("NOT_FOUND");
      assertThat(stranger.post("actions/cancel", why).problem()).isEqualTo("FORBIDDEN");
    }
  }

  void hold(String subjectEuid, String code) {
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", subjectEuid, "hold_code", code, "reason", "look"))
        .ok();
  }

  void fail(JsonNode claim, String errorClass) {
    lab.service.post("actions/fail", TenantApi.on(worker, claim, "error_class", errorClass)).ok();
  }

  /** Changes rows behind everybody's back. */
  void tamper(String sql) {
    try (var connection = tapline.scratch().connect();
        var statement = connection.prepareStatement(sql)) {
      statement.setLong(1, tapline.tenantId(tenant));
      assertThat(statement.executeUpdate()).isPositive();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, Object> expire(JsonNode claim) {
    return TenantApi.body("lease_euid", claim.path("lease_euid").asString(), "reason", "gone");
  }
}
