package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** Stop the line: a hold takes work away from its worker until a person lets it go. */
class HoldTest extends InspectedTenantTest {

  @Test
  void two_holds_need_two_releases() {
    var subject = lab.enqueue(QUEUE);
    var first = lab.hold(subject).holdEuid();
    var second = lab.hold(subject).holdEuid();
    lab.releaseHold(first);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.HELD);
    assertThat(lab.envelope(subject).holdState()).isEqualTo(HoldState.ACTIVE);
    assertThat(evidence.status(first)).isEqualTo("RELEASED");
    assertThat(evidence.status(second)).isEqualTo("ACTIVE");
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    refused(Code.STATE_CONFLICT, () -> lab.releaseHold(first));
    lab.releaseHold(second);
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.READY);
    assertThat(envelope.holdState()).isEqualTo(HoldState.NONE);
    assertThat(envelope.holdReason()).isNull();
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void a_pending_subject_is_pending_again() {
    var subject =
        asOperator(
                PrepareBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .templateCode(Enqueue.TASK)
                    .build())
            .subjectEuid();
    heldAndReleased(subject, ExecutionState.PENDING);
  }

  @Test
  void a_ready_subject_is_ready_again() {
    heldAndReleased(lab.enqueue(QUEUE), ExecutionState.READY);
  }

  @Test
  void a_failed_subject_waits_for_its_retry_again() {
    var subject = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    var retryAt = lab.envelope(subject).retryAt();
    heldAndReleased(subject, ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(subject).retryAt()).isEqualTo(retryAt);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
  }

  @Test
  void a_subject_that_waits_for_the_outside_waits_on() {
    var subject = dispatched();
    heldAndReleased(subject, ExecutionState.WAITING_EXTERNAL);
    assertThat(lab.envelope(subject).external().externalRef()).isEqualTo("run-1");
    asOperator(result(subject));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_running_subject_resumes_as_ready_and_no_attempt_is_spent() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    heldAndReleased(subject, ExecutionState.READY);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("CANCELED");
    assertThat(evidence.status(item.recordEuid())).isEqualTo("CANCELED");
    var again = lab.claimOne(worker, QUEUE);
    assertThat(again.attemptNumber()).isEqualTo(1);
    assertThat(again.fencingToken()).isGreaterThan(item.fencingToken());
  }

  @Test
  void a_leased_subject_that_was_not_started_loses_its_lease_and_no_attempt() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    heldAndReleased(subject, ExecutionState.READY);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("CANCELED");
    assertThat(lab.envelope(subject).attemptCount()).isZero();
  }

  @Test
  void a_lapse_is_settled_before_the_hold_and_may_leave_nothing_to_hold() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    advance(61);
    lab.hold(subject);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("EXPIRED");
    assertThat(lab.envelope(subject).heldFrom()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    lab.queue("once", InspectedTenant.fields(60, 1));
    var last = lab.enqueue("once");
    lab.claimAndStart(worker, "once");
    advance(61);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> lab.hold(last))
        .isInstanceOfSatisfying(
            io.tapline.engine.model.RefusedException.class,
            e -> assertThat(e.code()).isEqualTo(Code.SUBJECT_TERMINAL));
    assertThat(lab.envelope(last).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
  }

  @Test
  void held_subjects_accept_only_hold_release_hold_and_cancel() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.hold(subject);
    refused(Code.LEASE_NOT_ACTIVE, () -> lab.complete(worker, item));
    refused(Code.SUBJECT_HELD, () -> lab.requeue(subject));
    refused(Code.SUBJECT_HELD, () -> lab.engine().claim(lab.service, claim(subject)));
    refused(
        Code.SUBJECT_HELD,
        () ->
            asOperator(
                EnqueueBuilder.builder()
                    .meta(RequestMeta.key("e"))
                    .subjectEuid(subject)
                    .queueKey(QUEUE)
                    .build()));
    lab.hold(subject);
    lab.cancel(subject, false);
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(envelope.holdState()).isEqualTo(HoldState.TERMINAL);
  }

  @Test
  void an_external_result_on_a_held_subject_is_refused_and_may_be_sent_again() {
    var subject = dispatched();
    var hold = lab.hold(subject).holdEuid();
    var result = result(subject);
    refused(Code.SUBJECT_HELD, () -> asOperator(result));
    lab.releaseHold(hold);
    assertThat(asOperator(result).replayed()).isFalse();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void an_admin_may_requeue_a_held_subject_with_override_and_the_action_says_so() {
    var subject = lab.enqueue(QUEUE);
    var hold = lab.hold(subject).holdEuid();
    var forced =
        AlteredRecord.with(Requeue.of(InspectedTenant.key(), subject, "urgent"), "override", true);
    refused(Code.FORBIDDEN, () -> asOperator(forced));
    refused(Code.SUBJECT_HELD, () -> asAdmin(Requeue.of(InspectedTenant.key(), subject, "urgent")));
    asAdmin(forced);
    var action = evidence.lastAction(subject);
    assertThat(action.override()).isTrue();
    assertThat(action.reason()).isEqualTo("urgent");
    assertThat(evidence.status(hold)).isEqualTo("RELEASED");
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void a_business_rule_hold_is_a_hold_like_any_other() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var hold = lab.fail(worker, item, ErrorClass.BUSINESS_RULE_HOLD).holdEuid();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.HELD);
    assertThat(evidence.parents(hold, "execution_actor_hold")).containsExactly(worker);
    lab.releaseHold(hold);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.READY);
    assertThat(lab.envelope(subject).attemptCount()).isZero();
  }

  @Test
  void a_hold_of_a_failure_has_the_code_that_the_worker_gave() {
    lab.enqueue(QUEUE);
    var bare = lab.fail(worker, lab.claimAndStart(worker, QUEUE), ErrorClass.BUSINESS_RULE_HOLD);
    assertThat(evidence.properties(bare.holdEuid()).path("hold_code").asString())
        .isEqualTo("BUSINESS_RULE_HOLD");
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var fail =
        Fail.of(
            InspectedTenant.key(),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            ErrorClass.BUSINESS_RULE_HOLD,
            "no consent");
    var coded = asService(AlteredRecord.with(fail, "error_code", "CONSENT"));
    assertThat(evidence.properties(coded.holdEuid()).path("hold_code").asString())
        .isEqualTo("CONSENT");
  }

  private void heldAndReleased(String subject, ExecutionState back) {
    var revision = lab.envelope(subject).revision();
    var hold = lab.hold(subject).holdEuid();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.HELD);
    assertThat(lab.envelope(subject).holdReason()).isEqualTo("contaminated?");
    lab.releaseHold(hold);
    assertThat(lab.envelope(subject).state()).isEqualTo(back);
    assertThat(lab.envelope(subject).revision()).isEqualTo(revision + 2);
    assertThat(
            evidence.actions(subject).stream()
                .flatMap(a -> a.events() == null ? null : a.events().stream()))
        .extracting(event -> event.type())
        .endsWith(EventType.JOB_HELD, EventType.JOB_HOLD_RELEASED);
  }

  private String dispatched() {
    var subject = lab.enqueue(QUEUE);
    ClaimAnswer.Item item = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            subject,
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            null,
            null));
    return subject;
  }

  private static ExternalResult result(String subject) {
    return ExternalResultBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(subject)
        .expect(StatePrecondition.NOTHING)
        .externalRef("run-1")
        .outcome(ExecutionState.COMPLETED)
        .build();
  }

  private io.tapline.api.request.Claim claim(String subject) {
    return io.tapline.api.request.Claim.subject(InspectedTenant.key(), worker, subject);
  }

  /** A preview that is not what would happen misleads, and one that leaves a trace is none. */
  @Test
  void a_rehearsal_says_what_would_happen_and_leaves_nothing() {
    var subject = lab.enqueue(QUEUE);
    var before = lab.envelope(subject);
    var hold =
        new PlaceHold(
            RequestMeta.key("once"),
            subject,
            StatePrecondition.NOTHING,
            null,
            "RECHECK",
            "look",
            null);
    var rehearsed = lab.engine().rehearse(lab.operator, hold);
    assertThat(rehearsed.orThrow().document().path("state").asString()).isEqualTo("HELD");
    assertThat(lab.envelope(subject)).isEqualTo(before);
    assertThat(lab.engine().reads().history().historyOf(lab.tenantId(), subject).actions())
        .hasSize(1);

    // The key is as good as new.
    assertThat(asOperator(hold).replayed()).isFalse();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.HELD);
    var requeue =
        RequeueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(subject)
            .expect(StatePrecondition.NOTHING)
            .reason("x")
            .build();
    assertThat(lab.engine().rehearse(lab.operator, requeue).refusal().code())
        .isEqualTo(Code.SUBJECT_HELD);
    assertThat(lab.engine().rehearse(lab.service, requeue).refusal().code())
        .isEqualTo(Code.FORBIDDEN);
  }
}
