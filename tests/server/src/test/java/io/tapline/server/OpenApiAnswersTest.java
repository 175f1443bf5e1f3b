package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.http.ValueShape;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every endpoint of the execution API answers as the OpenAPI document says, in a run that leaves
 * one of everything behind. Each answer is checked as it comes ({@link TestTapline#as}).
 */
@TaplineServer
class OpenApiAnswersTest {

  private static final String EXECUTION = "/api/v1/execution/";

  private static TestTapline tapline;
  private static TenantApi lab;
  private static String queue;
  private static String worker;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    queue = lab.queue();
    worker = lab.worker();
  }

  @Test
  void every_answer_of_a_whole_run_is_as_described() {
    done();
    retried();
    lostForGood();
    outside();
    held();
    cancelled();
    lapsed();
    batches();
    administered();
    packs();
    reads();

    var missed = new TreeSet<String>();
    for (var endpoint : tapline.server().bean(EndpointTable.class).endpoints()) {
      if (endpoint.path().startsWith(EXECUTION)
          && !(endpoint.answer() instanceof ValueShape.Plain)) {
        var id = id(endpoint);
        if (!tapline.described().seen().contains("200 " + id)) {
          missed.add(id);
        }
      }
    }
    assertThat(missed).as("operations without a good answer in this run").isEmpty();
  }

  private static void packs() {
    var good = new GoodRequests(lab);
    for (var action : tapline.engine().domainActions()) {
      var path = action.key().replace('_', '-');
      twice(lab.admin, path, good.at(EXECUTION + "actions/" + path).body());
    }
    var secret = good.at(EXECUTION + "actions/set-callback-secret").body();
    twice(lab.admin, "set-callback-secret", secret);
  }

  private static String id(Endpoint endpoint) {
    return tapline
        .described()
        .document()
        .path("paths")
        .path(endpoint.path())
        .path(endpoint.method().name().toLowerCase(Locale.ROOT))
        .path("operationId")
        .asString();
  }

  private static JsonNode claim(boolean start) {
    return lab.service
        .post(
            "actions/claim",
            TenantApi.body(
                "worker_euid",
                worker,
                "queue_key",
                queue,
                "start",
                start,
                "payload",
                Map.of("n", 1)))
        .ok()
        .path("claims")
        .get(0);
  }

  /** Does it, and once more under the same key: what is replayed has the same form. */
  private static JsonNode twice(HttpApi who, String action, Map<String, Object> body) {
    var first = who.post("actions/" + action, body).ok();
    assertThat(who.post("actions/" + action, body).ok().path("replayed").asBoolean()).isTrue();
    return first;
  }

  private static void done() {
    var prepared =
        twice(
                lab.operator,
                "prepare",
                TenantApi.body(
                    "template_code",
                    "data/execution/task/1.0",
                    "subject_name",
                    "S-1",
                    "properties",
                    Map.of("big", "x".repeat(5_000)),
                    "scope",
                    Map.of("site", "sfo")))
            .path("subject_euid")
            .asString();
    twice(
        lab.operator,
        "enqueue",
        TenantApi.body(
            "subject_euid",
            prepared,
            "queue_key",
            queue,
            "correlation_id",
            "c-1",
            "next_action_key",
            "extract",
            "due_at",
            "2030-01-01T00:00:00Z",
            "max_attempts",
            2));
    var claim = claim(false);
    twice(lab.service, "start", TenantApi.on(worker, claim));
    twice(lab.service, "renew-lease", TenantApi.on(worker, claim));
    twice(lab.service, "progress", TenantApi.on(worker, claim, "fraction", 0.5, "message", "half"));
    lab.operator.get("subjects/" + prepared).ok();
    twice(
        lab.service,
        "complete",
        TenantApi.on(
            worker, claim, "outputs", List.of(prepared), "result_payload", Map.of("ok", true)));
    twice(lab.operator, "requeue", TenantApi.body("subject_euid", prepared, "reason", "once more"));
    lab.service.post("actions/complete", TenantApi.on(worker, claim(true))).ok();
  }

  private static void retried() {
    lab.enqueue(queue);
    twice(lab.service, "release-lease", TenantApi.on(worker, claim(true), "reason", "tired"));
    twice(
        lab.service,
        "report-results",
        TenantApi.on(worker, claim(true), "action", "release-lease", "reason", "tired"));
    twice(
        lab.service, "fail", TenantApi.on(worker, claim(true), "error_class", "TRANSIENT_SYSTEM"));
    tapline.advance(Duration.ofSeconds(11));
    lab.service.post("actions/complete", TenantApi.on(worker, claim(true))).ok();
  }

  private static void lostForGood() {
    lab.enqueue(queue);
    lab.enqueue(queue);
    for (int i = 0; i < 2; i++) {
      var letter =
          twice(
                  lab.service,
                  "fail",
                  TenantApi.on(
                      worker,
                      claim(true),
                      "error_class",
                      "PERMANENT_INPUT",
                      "error_message",
                      "unreadable"))
              .path("dead_letter_euid")
              .asString();
      if (i == 0) {
        twice(
            lab.operator,
            "resolve-dead-letter",
            TenantApi.body(
                "dead_letter_euid", letter, "resolution_state", "IGNORED", "reason", "seen"));
      }
    }
    twice(
        lab.operator,
        "dead-letter",
        TenantApi.body(
            "subject_euid", lab.enqueue(queue), "reason_code", "parse_error", "reason", "torn"));
  }

  private static void outside() {
    for (var outcome : List.of("COMPLETED", "RUNNING", "FAILED_TERMINAL")) {
      var subject = lab.enqueue(queue);
      twice(
          lab.service,
          "dispatch-external",
          TenantApi.on(
              worker, claim(true), "external_ref", "run-1", "deadline_at", "2030-01-01T00:00:00Z"));
      lab.operator.get("subjects/" + subject).ok();
      var body =
          TenantApi.body("subject_euid", subject, "external_ref", "run-1", "outcome", outcome);
      if (outcome.equals("RUNNING")) {
        body.put("worker_euid", worker);
      }
      if (outcome.equals("FAILED_TERMINAL")) {
        body.put("error_class", "PERMANENT_STATE");
      }
      twice(lab.service, "external-result", body);
    }
  }

  private static void held() {
    for (int i = 0; i < 2; i++) {
      var subject = lab.enqueue(queue);
      var hold =
          twice(
                  lab.operator,
                  "hold",
                  TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look"))
              .path("hold_euid")
              .asString();
      lab.operator.get("subjects/" + subject).ok();
      if (i == 0) {
        twice(lab.operator, "release-hold", TenantApi.body("hold_euid", hold, "reason", "fine"));
        lab.service.post("actions/complete", TenantApi.on(worker, claim(true))).ok();
      }
    }
  }

  private static void cancelled() {
    lab.enqueue(queue);
    var claim = claim(true);
    var subject = claim.path("subject_euid").asString();
    twice(
        lab.operator,
        "cancel",
        TenantApi.body("subject_euid", subject, "mode", "soft", "reason", "withdrawn"));
    var beat = twice(lab.service, "heartbeat-worker", TenantApi.body("worker_euid", worker));
    assertThat(beat.at("/result/cancel_requested").get(0).asString()).isEqualTo(subject);
    lab.operator
        .post("actions/cancel", TenantApi.body("subject_euid", subject, "reason", "now"))
        .ok();
  }

  private static void lapsed() {
    lab.enqueue(queue);
    var lease = claim(true).path("lease_euid").asString();
    twice(lab.admin, "expire-lease", TenantApi.body("lease_euid", lease, "reason", "stuck"));
    lab.admin
        .post("actions/expire-lease", TenantApi.body("lease_euid", lease, "reason", "again"))
        .ok();
    var again = claim(false);
    tapline.advance(Duration.ofMinutes(2));
    assertThat(lab.service.post("actions/complete", TenantApi.on(worker, again)).problem())
        .isEqualTo("LEASE_EXPIRED");
    tapline.engine().sweep(tapline.tenantId("acme"));
  }

  private static void batches() {
    var task = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
    lab.operator.post("actions/enqueue", Map.of("items", List.of(task, task))).ok();
    var one = claim(false);
    var bad = Map.of("subject_euid", 7);
    for (var action : List.of("start", "renew-lease", "complete")) {
      lab.service
          .post("actions/" + action, Map.of("items", List.of(TenantApi.on(worker, one), bad)))
          .ok();
    }
    var other = TenantApi.on(worker, claim(true), "retryable", true);
    lab.service.post("actions/fail", Map.of("items", List.of(other, bad))).ok();
  }

  private static void administered() {
    var key = TenantApi.unique("queue");
    twice(
        lab.admin,
        "create-queue",
        TenantApi.body(
            "queue_key", key, "subject_template_codes", List.of("data/execution/task/1.0")));
    twice(
        lab.admin,
        "update-queue",
        TenantApi.body(
            "queue_key", key, "expected_revision", 1, "enabled", false, "reason", "broken"));
    lab.operator.get("queues/" + key).ok();
    twice(
        lab.admin,
        "retire-queue",
        TenantApi.body("queue_key", key, "reason", "replaced", "replaced_by", queue));
    var idle = lab.worker();
    for (var action : List.of("drain-worker", "enable-worker", "disable-worker")) {
      twice(lab.admin, action, TenantApi.body("worker_euid", idle, "reason", "maintenance"));
    }
    lab.operator.get("workers/" + idle).ok();
    twice(lab.admin, "retire-worker", TenantApi.body("worker_euid", idle, "reason", "sold"));
    twice(
        lab.human,
        "register-worker",
        TenantApi.body(
            "worker_key",
            TenantApi.unique("person"),
            "worker_type",
            "HUMAN_SESSION",
            "display_name",
            "Ada",
            "host",
            "bench-1"));
  }

  private static void reads() {
    lab.enqueue(queue);
    for (var path :
        List.of(
            "queues",
            "queues?limit=1",
            "queues/" + queue,
            "queues/" + queue + "/items",
            "items",
            "queues/" + queue + "/changes",
            "queues/" + queue + "/series?window=day",
            "queues/" + queue + "/workers",
            "dead-letter/groups?resolution_state=OPEN",
            "subjects",
            "subjects?limit=1&queue_key=" + queue,
            "subjects?q=" + worker,
            "subjects?view=visible&queue_key=" + queue,
            "subjects?view=terminal&queue_key=" + queue,
            "workers",
            "workers/" + worker,
            "leases",
            "leases?limit=1",
            "holds",
            "dead-letter",
            "metrics/queues",
            "actions",
            "workers/" + worker + "/queues",
            "workers/" + worker + "/attempts",
            "workers/" + worker + "/changes",
            "series",
            "/health",
            "/health/ready")) {
      lab.operator.get(path).ok();
    }
    lab.admin.get("doctor").ok();
    var hold = lab.operator.get("holds?limit=1").ok().path("items").get(0);
    lab.operator.get("principals/" + hold.path("placed_by_lookup_euid").asString()).ok();
    var subjects = new TreeSet<String>();
    String cursor = null;
    do {
      var page =
          lab.operator.get("events?limit=50" + (cursor == null ? "" : "&after=" + cursor)).ok();
      page.path("items").forEach(event -> subjects.add(event.path("job_id").asString("")));
      cursor = page.path("items").isEmpty() ? null : page.path("next_cursor").asString();
    } while (cursor != null);
    subjects.remove("");
    assertThat(subjects).hasSizeGreaterThan(10);
    for (var subject : subjects) {
      lab.operator.get("subjects/" + subject).ok();
      lab.operator.get("subjects/" + subject + "/history").ok();
      lab.operator.get("subjects/" + subject + "/lineage").ok();
    }
  }
}
