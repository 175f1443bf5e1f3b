package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The required failure tests, as HTTP calls. */
class FailureOverHttpTest extends OverHttp {

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void invalid_transition_blocked_when_the_expected_state_is_wrong(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = claimAndStart(worker);
    long revision = claim.path("revision").asLong();
    var before = everythingAbout(subject);
    var wrongState = TenantApi.on(worker, claim, "expected_state", "READY");
    var wrongRevision = TenantApi.on(worker, claim, "expected_revision", revision + 1);
    assertThat(lab.service.post("actions/complete", wrongState).problem())
        .isEqualTo("STATE_CONFLICT");
    assertThat(lab.service.post("actions/complete", wrongRevision).problem())
        .isEqualTo("REVISION_CONFLICT");
    assertThat(everythingAbout(subject)).isEqualTo(before);
    lab.service
        .post(
            "actions/complete",
            TenantApi.on(worker, claim, "expected_state", "RUNNING", "expected_revision", revision))
        .ok();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void invalid_transition_blocked_when_the_action_does_not_apply_to_the_state(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = claimAndStart(worker);
    var why = TenantApi.body("subject_euid", subject, "reason", "why not");
    var before = everythingAbout(subject);
    assertThat(lab.service.post("actions/start", TenantApi.on(worker, claim)).problem())
        .isEqualTo("INVALID_TRANSITION");
    assertThat(lab.operator.post("actions/requeue", why).problem()).isEqualTo("ALREADY_LEASED");
    assertThat(everythingAbout(subject)).isEqualTo(before);
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    assertThat(lab.operator.post("actions/cancel", why).problem()).isEqualTo("SUBJECT_TERMINAL");
    strangersSeeNothingOf(subject);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void renew_expired_lease_blocked_and_late_completion_too(String tenant) {
    in(tenant);
    lab.enqueue(queue);
    var claim = claimAndStart(worker);
    for (int i = 0; i < 2; i++) {
      advance(40);
      lab.service.post("actions/renew-lease", TenantApi.on(worker, claim)).ok();
    }
    advance(61);
    for (int i = 0; i < 2; i++) {
      assertThat(lab.service.post("actions/renew-lease", TenantApi.on(worker, claim)).problem())
          .isEqualTo("LEASE_EXPIRED");
      assertThat(lab.service.post("actions/complete", TenantApi.on(worker, claim)).problem())
          .isEqualTo("LEASE_EXPIRED");
      tapline.engine().sweep(tapline.tenantId(tenant));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void sweeper_idempotency_second_expiry_is_a_no_op(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    advance(61);
    assertThat(lab.operator.post("actions/expire-lease", expire(claim)).problem())
        .isEqualTo("FORBIDDEN");
    lab.admin.post("actions/expire-lease", expire(claim)).ok();
    var before = everythingAbout(subject);
    var second = lab.admin.post("actions/expire-lease", expire(claim)).ok();
    assertThat(second.path("status").asString()).isEqualTo("ALREADY_EXPIRED");
    assertThat(everythingAbout(subject)).isEqualTo(before);
    assertThat(subject(subject).at("/execution/attempt_count").asInt()).isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void no_hidden_direct_writes_every_step_leaves_its_action(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    var actions = history(subject).path("actions");
    assertThat(actions.findValuesAsString("action_key"))
        .containsExactly(
            "enqueue_subject",
            "claim_queue_item",
            "start_queue_execution",
            "complete_queue_execution");
    for (var action : actions) {
      assertThat(action.path("actor").asString()).isNotEmpty();
      assertThat(action.path("role").asString()).isNotEmpty();
      assertThat(action.path("idempotency_key").asString()).isNotEmpty();
      assertThat(action.path("payload_hash").asString()).startsWith("sha256:");
      assertThat(action.path("queue_key").asString()).isEqualTo(queue);
    }
  }
}
