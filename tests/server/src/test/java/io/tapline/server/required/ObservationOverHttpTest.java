package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tapline.server.testing.TenantApi;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The required observation tests, as HTTP calls. */
class ObservationOverHttpTest extends OverHttp {

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void queue_metrics_correctness(String tenant) {
    in(tenant);
    // On any machine, what failed once is still not due when the figures are read.
    queue = create(Map.of("retry_policy", Map.of("initial_delay_seconds", 3_600)));
    for (int i = 0; i < 5; i++) {
      lab.enqueue(queue);
    }
    advance(30);
    hold(lab.claimOne(worker, queue).path("subject_euid").asString(), "QC");
    fail(claimAndStart(worker), "PERMANENT_INPUT");
    fail(claimAndStart(worker), "TRANSIENT_SYSTEM");
    lab.service.post("actions/complete", TenantApi.on(worker, claimAndStart(worker))).ok();
    claimAndStart(worker);
    enqueue(Map.of("ready_at", "2099-01-01T00:00:00Z"));
    for (int i = 0; i < 3; i++) {
      lab.enqueue(queue);
    }
    advance(2);

    for (var metrics : List.of(metrics(), lab.operator.get("queues/" + queue).ok())) {
      assertThat(metrics.path("queue_depth").asInt()).isEqualTo(3);
      assertThat(metrics.path("held_count").asInt()).isOne();
      assertThat(metrics.path("active_leases").asInt()).isOne();
      assertThat(metrics.path("dead_letter_count").asInt()).isOne();
      assertThat(metrics.path("worker_online_count").asInt()).isPositive();
      assertThat(metrics.path("failure_rate").asDouble()).isEqualTo(2.0 / 3, within(1e-9));
      assertThat(metrics.path("oldest_job_age_seconds").asDouble()).isBetween(2.0, 60.0);
    }
    assertThat(metrics().path("retryable_failures_total").asInt()).isOne();
    assertThat(metrics().path("terminal_failures_total").asInt()).isOne();
    assertThat(strangers.operator.get("metrics/queues").text()).doesNotContain("\"" + queue + "\"");
  }

  private JsonNode metrics() {
    return lab.operator
        .get("metrics/queues")
        .ok()
        .path("items")
        .valueStream()
        .filter(one -> one.path("queue_key").asString().equals(queue))
        .findFirst()
        .orElseThrow();
  }

  private String enqueue(Map<String, Object> more) {
    var body = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
    body.putAll(more);
    return lab.operator.post("actions/enqueue", body).ok().path("subject_euid").asString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void why_not_visible_diagnostics_name_each_exclusion(String tenant) {
    in(tenant);
    assertThat(reasons(lab.enqueue(queue))).isEmpty();
    var claimed = lab.claimOne(worker, queue);
    var subject = claimed.path("subject_euid").asString();
    assertThat(reasons(subject)).containsExactly("active_lease");
    cancel(subject, "soft");
    assertThat(reasons(subject)).containsExactlyInAnyOrder("active_lease", "cancel_requested");
    cancel(subject, "hard");
    assertThat(reasons(subject)).contains("terminal_state");

    var held = lab.enqueue(queue);
    hold(held, "QC");
    assertThat(reasons(held)).containsExactlyInAnyOrder("active_hold", "state_not_eligible");
    assertThat(reasons(enqueue(Map.of("ready_at", "2099-01-01T00:00:00Z"))))
        .containsExactly("not_ready_yet");
    var prepared = TenantApi.body("template_code", "data/execution/task/1.0");
    assertThat(
            reasons(
                lab.operator
                    .post("actions/prepare", prepared)
                    .ok()
                    .path("subject_euid")
                    .asString()))
        .containsExactly("next_queue_key_missing");
    failed();
    outside();
    queues();
    exhausted();
  }

  private void failed() {
    var failed = lab.enqueue(queue);
    fail(claimAndStart(worker), "TRANSIENT_SYSTEM");
    assertThat(reasons(failed)).containsExactly("retry_window_not_reached");
    cancel(failed, "hard");
  }

  private void outside() {
    var sent = lab.enqueue(queue);
    var dispatch = TenantApi.on(worker, claimAndStart(worker), "external_ref", "run-1");
    dispatch.put("deadline_at", "2026-01-01T00:00:00Z");
    lab.service.post("actions/dispatch-external", dispatch).ok();
    assertThat(reasons(sent)).contains("state_not_eligible", "external_overdue");
  }

  private void queues() {
    var able = queue;
    queue = create(Map.of("required_worker_capabilities", List.of("wetlab.run_start")));
    var subject = lab.enqueue(queue);
    assertThat(reasons(subject)).containsExactly("capability_mismatch");
    assertThat(
            lab.service
                .get("subjects/" + subject + "?worker_euid=" + worker)
                .ok()
                .at("/diagnostics/reasons/0/code")
                .asString())
        .isEqualTo("capability_mismatch");
    queue = create(Map.of("site_scope", List.of("sfo")));
    assertThat(reasons(enqueue(Map.of("scope", Map.of("site", "nyc")))))
        .containsExactly("scope_mismatch");
    queue = lab.queue();
    var waiting = lab.enqueue(queue);
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body("queue_key", queue, "expected_revision", 1, "enabled", false))
        .ok();
    assertThat(reasons(waiting)).containsExactly("queue_disabled");
    lab.admin
        .post("actions/retire-queue", TenantApi.body("queue_key", queue, "reason", "old"))
        .ok();
    assertThat(reasons(waiting)).containsExactly("queue_unknown");
    queue = able;
  }

  private void exhausted() {
    var once = enqueue(Map.of("max_attempts", 1));
    claimAndStart(worker);
    advance(61);
    assertThat(reasons(once)).contains("attempts_exhausted");
  }

  private String create(Map<String, Object> policy) {
    var key = TenantApi.unique("queue");
    var body = new HashMap<>(policy);
    body.putAll(
        TenantApi.body(
            "queue_key", key, "subject_template_codes", List.of("data/execution/task/1.0")));
    lab.admin.post("actions/create-queue", body).ok();
    return key;
  }

  private void cancel(String subject, String mode) {
    lab.operator
        .post(
            "actions/cancel",
            TenantApi.body("subject_euid", subject, "mode", mode, "reason", "withdrawn"))
        .ok();
  }

  private List<String> reasons(String subject) {
    return subject(subject).at("/diagnostics/reasons").findValuesAsString("code");
  }
}
