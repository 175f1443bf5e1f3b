package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard: at once. Soft: the worker is asked first. */
class CancelTest extends InspectedTenantTest {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_hard_cancel_ends_lease_and_record_at_once_and_spends_nothing(boolean started) {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, started).claims().get(0);
    lab.cancel(subject, false);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(lab.envelope(subject).attemptCount()).isZero();
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("CANCELED");
    assertThat(evidence.status(item.recordEuid())).isEqualTo("CANCELED");
    refused(Code.LEASE_NOT_ACTIVE, () -> lab.complete(worker, item));
    refused(Code.SUBJECT_TERMINAL, () -> lab.cancel(subject, false));
  }

  @Test
  void a_soft_cancel_without_a_live_lease_is_a_cancel() {
    var subject = lab.enqueue(QUEUE);
    lab.cancel(subject, true);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
  }

  @Test
  void a_soft_cancel_with_a_live_lease_only_asks_and_the_worker_hears_it() {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.RUNNING);
    assertThat(envelope.cancelRequested()).isTrue();
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("ACTIVE");
    assertThat(lab.renew(worker, item).document().get("cancel_requested").asBoolean()).isTrue();
    var beat =
        asService(
            HeartbeatBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerEuid(worker)
                .build());
    assertThat(beat.document().get("cancel_requested").get(0).asString()).isEqualTo(subject);
    assertThat(beat.document().get("live_leases").get(0).asString()).isEqualTo(item.leaseEuid());
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorClass.class,
      names = {"TRANSIENT_SYSTEM", "PERMANENT_STATE", "BUSINESS_RULE_HOLD", "OPERATOR_CANCELED"})
  void a_soft_cancel_pending_at_a_failure_makes_it_canceled(ErrorClass error) {
    var subject = lab.enqueue(QUEUE);
    lab.fail(worker, softlyCanceled(subject), error);
    canceled(subject);
    assertThat(evidence.children(subject, "execution_subject_dead_letter")).isEmpty();
    assertThat(evidence.children(subject, "execution_subject_hold")).isEmpty();
  }

  @Test
  void a_soft_cancel_pending_at_a_release_makes_it_canceled() {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    lab.release(worker, item);
    canceled(subject);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("RELEASED");
  }

  @Test
  void a_soft_cancel_pending_at_routing_makes_it_canceled() {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    asService(
        Complete.of(InspectedTenant.key(), subject, worker, item.leaseEuid())
            .next("elsewhere", "go_on"));
    canceled(subject);
    assertThat(evidence.status(item.recordEuid())).isEqualTo("SUCCEEDED");
  }

  @Test
  void a_final_completion_wins_over_a_soft_cancel() {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, softlyCanceled(subject));
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(envelope.cancelRequested()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_soft_cancel_pending_at_a_lapse_makes_it_canceled(boolean sweeper) {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    advance(61);
    if (sweeper) {
      lab.engine().sweep(lab.tenantId());
    }
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    canceled(subject);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("EXPIRED");
  }

  @Test
  void a_soft_cancel_that_meets_a_lapse_settles_it_first() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    advance(61);
    lab.cancel(subject, true);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("EXPIRED");
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = ExecutionState.class,
      names = {"READY", "FAILED_RETRYABLE", "FAILED_TERMINAL"})
  void a_soft_cancel_pending_at_dispatch_takes_effect_with_the_external_result(
      ExecutionState outcome) {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            subject,
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "r",
            null,
            null));
    asOperator(result(subject, outcome));
    canceled(subject);
  }

  @Test
  void an_external_completion_wins_over_a_soft_cancel() {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            subject,
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "r",
            null,
            null));
    asOperator(result(subject, ExecutionState.COMPLETED));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(lab.envelope(subject).cancelRequested()).isFalse();
  }

  @Test
  void a_soft_cancel_outlives_a_hold() {
    var subject = lab.enqueue(QUEUE);
    softlyCanceled(subject);
    lab.releaseHold(lab.hold(subject).holdEuid());
    canceled(subject);
  }

  @Test
  void a_hard_cancel_may_follow_a_soft_one() {
    var subject = lab.enqueue(QUEUE);
    var item = softlyCanceled(subject);
    lab.cancel(subject, false);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("CANCELED");
  }

  private ClaimAnswer.Item softlyCanceled(String subject) {
    var item = lab.claimAndStart(worker, QUEUE);
    assertThat(item.subjectEuid()).isEqualTo(subject);
    assertThat(lab.cancel(subject, true).status()).isEqualTo("CANCEL_REQUESTED");
    return item;
  }

  private void canceled(String subject) {
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(envelope.terminal()).isTrue();
    assertThat(evidence.lastAction(subject).events())
        .singleElement()
        .extracting(event -> event.type())
        .isEqualTo(EventType.JOB_CANCELLED);
    lab.requeue(subject);
    assertThat(lab.envelope(subject).cancelRequested()).isFalse();
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  private static ExternalResult result(String subject, ExecutionState outcome) {
    var completed =
        ExternalResultBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(subject)
            .expect(StatePrecondition.NOTHING)
            .externalRef("r")
            .outcome(ExecutionState.COMPLETED)
            .build();
    return AlteredRecord.with(completed, "outcome", outcome);
  }
}
