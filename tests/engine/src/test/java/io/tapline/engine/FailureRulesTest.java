package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** Invalid, late and repeated requests change nothing. */
class FailureRulesTest extends InspectedTenantTest {

  @Test
  void invalid_transition_blocked_when_the_expected_state_is_wrong() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var complete = Complete.of(InspectedTenant.key(), subject, worker, item.leaseEuid());
    refused(
        Code.STATE_CONFLICT,
        () -> asService(AlteredRecord.with(complete, "expect.state", ExecutionState.READY)));
    refused(
        Code.REVISION_CONFLICT,
        () -> asService(AlteredRecord.with(complete, "expect.revision", item.revision() + 1)));
    asService(
        AlteredRecord.with(
            complete, "expect.state", ExecutionState.RUNNING, "expect.revision", item.revision()));
  }

  @Test
  void invalid_transition_blocked_when_the_action_does_not_apply_to_the_state() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(Code.INVALID_TRANSITION, () -> lab.start(worker, item));
    refused(Code.ALREADY_LEASED, () -> lab.requeue(subject));
    lab.complete(worker, item);
    refused(Code.SUBJECT_TERMINAL, () -> lab.cancel(subject, false));
  }

  @Test
  void invalid_transition_blocked_revision_is_judged_before_state() {
    var subject = lab.enqueue(QUEUE);
    var wrong =
        AlteredRecord.with(
            Requeue.of(InspectedTenant.key(), subject, "r"),
            "expect.state",
            ExecutionState.RUNNING,
            "expect.revision",
            99);
    refused(Code.REVISION_CONFLICT, () -> asOperator(wrong));
  }

  @Test
  void renew_expired_lease_blocked_and_late_completion_too() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    advance(40);
    lab.renew(worker, item);
    advance(40);
    lab.renew(worker, item);
    advance(61);
    refused(Code.LEASE_EXPIRED, () -> lab.renew(worker, item));
    refused(Code.LEASE_EXPIRED, () -> lab.complete(worker, item));
    lab.engine().sweep(lab.tenantId());
    refused(Code.LEASE_EXPIRED, () -> lab.renew(worker, item));
    refused(Code.LEASE_EXPIRED, () -> lab.complete(worker, item));
  }

  @Test
  void sweeper_idempotency_second_sweep_and_second_expiry_are_no_ops() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    advance(61);
    assertThat(lab.engine().sweep(lab.tenantId())).isEqualTo(1);
    var rows = evidence.checksum();
    assertThat(lab.engine().sweep(lab.tenantId())).isZero();
    assertThat(asAdmin(expire(item.leaseEuid())).status()).isEqualTo("ALREADY_EXPIRED");
    assertThat(evidence.checksum()).isEqualTo(rows);
  }

  @Test
  void sweeper_idempotency_a_named_expiry_sent_twice_spends_one_attempt() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    advance(61);
    asAdmin(expire(item.leaseEuid()));
    asAdmin(expire(item.leaseEuid()));
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
  }

  @Test
  void no_hidden_direct_writes_every_step_leaves_its_action() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    lab.start(worker, item);
    lab.complete(worker, item);
    assertThat(evidence.actions(subject))
        .extracting(action -> action.actionKey())
        .containsExactly(
            ActionKey.ENQUEUE_SUBJECT,
            ActionKey.CLAIM_QUEUE_ITEM,
            ActionKey.START_QUEUE_EXECUTION,
            ActionKey.COMPLETE_QUEUE_EXECUTION);
    assertThat(evidence.actions(subject))
        .allSatisfy(
            action -> {
              assertThat(action.actor()).isNotNull();
              assertThat(action.role()).isNotNull();
              assertThat(action.idempotencyKey()).isNotNull();
              assertThat(action.payloadHash()).startsWith("sha256:");
              assertThat(action.softwareVersion()).isNotNull();
              assertThat(action.queueKey()).isEqualTo(QUEUE);
            });
  }

  private static ExpireLease expire(String lease) {
    return new ExpireLease(
        RequestMeta.key(InspectedTenant.key()), StatePrecondition.NOTHING, lease, "gone");
  }
}
