package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Work that no transaction reaches: dispatched, awaited, recorded. */
class ExternalWorkTest extends InspectedTenantTest {

  @Test
  void a_dispatch_frees_the_worker_and_the_subject_waits() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var deadline = evidence.now().plusSeconds(3600);
    dispatch(item, deadline);
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
    assertThat(envelope.external().externalRef()).isEqualTo("run-1");
    assertThat(envelope.external().deadlineAt()).isEqualTo(deadline);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("COMPLETED");
    assertThat(evidence.status(item.recordEuid())).isEqualTo("SUCCEEDED");
    assertThat(envelope.attemptCount()).isZero();
    refused(Code.LEASE_NOT_ACTIVE, () -> lab.complete(worker, item));
  }

  @Test
  void only_running_work_can_be_dispatched() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    refused(Code.INVALID_TRANSITION, () -> dispatch(item, null));
  }

  @Test
  void a_result_has_a_record_of_its_own_that_supersedes_the_dispatchs() {
    var item = dispatched();
    var subject = item.subjectEuid();
    var result =
        AlteredRecord.with(
            result(subject, "COMPLETED"), "result_payload", Json.object().put("q30", 0.93));
    var record = asOperator(result).recordEuid();
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(lab.envelope(subject).external()).isNull();
    assertThat(evidence.children(record, "execution_record_supersedes"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.status(record)).isEqualTo("SUCCEEDED");
    assertThat(evidence.properties(record).at("/result_snapshot/q30").asDouble()).isEqualTo(0.93);
    assertThat(evidence.properties(record).path("payload_hash").asString())
        .isEqualTo(evidence.lastAction(subject).payloadHash());
    assertThat(evidence.lastAction(subject).actionKey())
        .isEqualTo(ActionKey.RECORD_EXTERNAL_RESULT);
  }

  @Test
  void a_result_may_send_the_subject_on() {
    var subject = dispatched().subjectEuid();
    asOperator(
        AlteredRecord.with(
            result(subject, "READY"), "next_queue_key", "elsewhere", "next_action_key", "qc"));
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.READY);
    assertThat(envelope.nextQueueKey()).isEqualTo("elsewhere");
    assertThat(envelope.nextActionKey()).isEqualTo("qc");
  }

  @Test
  void a_failed_result_is_retried_after_the_backoff_and_spends_an_attempt() {
    var subject = dispatched().subjectEuid();
    var record = asOperator(result(subject, "FAILED_RETRYABLE")).recordEuid();
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(envelope.attemptCount()).isEqualTo(1);
    assertThat(evidence.status(record)).isEqualTo("FAILED_RETRYABLE");
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    advance(10);
    assertThat(lab.claimOne(worker, QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_result_that_fails_for_good_opens_a_dead_letter_of_its_own_record() {
    var subject = dispatched().subjectEuid();
    var answer = asOperator(result(subject, "FAILED_TERMINAL"));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(evidence.children(answer.recordEuid(), "execution_record_dead_letter"))
        .containsExactly(answer.deadLetterEuid());
    assertThat(evidence.children(subject, "execution_subject_dead_letter"))
        .containsExactly(answer.deadLetterEuid());
  }

  @Test
  void a_retryable_result_on_the_last_attempt_is_final() {
    lab.queue("once", InspectedTenant.fields(60, 1));
    lab.enqueue("once");
    var item = lab.claimAndStart(worker, "once");
    dispatch(item, null);
    asOperator(result(item.subjectEuid(), "FAILED_RETRYABLE"));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
  }

  @Test
  void a_named_worker_may_take_it_up_under_a_new_lease() {
    var item = dispatched();
    var subject = item.subjectEuid();
    refused(Code.VALIDATION_FAILED, "worker_euid", () -> asOperator(result(subject, "RUNNING")));
    var answer = asOperator(resumed(subject, worker));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.RUNNING);
    assertThat(answer.leaseEuid()).isNotEqualTo(item.leaseEuid());
    assertThat(evidence.status(answer.leaseEuid())).isEqualTo("ACTIVE");
    assertThat(evidence.parents(answer.leaseEuid(), "execution_worker_lease"))
        .containsExactly(worker);
    asService(
        io.tapline.api.request.Complete.of(
            InspectedTenant.key(), subject, worker, answer.leaseEuid()));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_disabled_worker_may_not_take_it_up() {
    var subject = dispatched().subjectEuid();
    lab.administer(ActionKey.DISABLE_WORKER, worker);
    refused(Code.WORKER_DISABLED, () -> asOperator(resumed(subject, worker)));
  }

  @Test
  void a_worker_at_its_limit_may_not_take_it_up() {
    var few = lab.worker("few", 2);
    lab.enqueue(QUEUE);
    var held = lab.claimOne(few, QUEUE);
    var subjects = List.of(dispatched().subjectEuid(), dispatched().subjectEuid());
    // In one batch the first takes the last place.
    var outcomes =
        lab.engine()
            .executeAll(
                lab.operator, subjects.stream().map(subject -> resumed(subject, few)).toList());
    assertThat(outcomes.get(0).refused()).isFalse();
    assertThat(outcomes.get(1).refusal().code()).isEqualTo(Code.LEASE_LIMIT_REACHED);
    refused(Code.LEASE_LIMIT_REACHED, () -> asOperator(resumed(subjects.get(1), few)));
    lab.release(few, held);
    asOperator(resumed(subjects.get(1), few));
    assertThat(lab.envelope(subjects.get(1)).state()).isEqualTo(ExecutionState.RUNNING);
  }

  @Test
  void a_lapsed_lease_takes_no_place_under_the_limit() {
    var few = lab.worker("few", 1);
    var subject = dispatched().subjectEuid();
    lab.enqueue(QUEUE);
    lab.claimOne(few, QUEUE);
    refused(Code.LEASE_LIMIT_REACHED, () -> asOperator(resumed(subject, few)));
    advance(61);
    asOperator(resumed(subject, few));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.RUNNING);
  }

  @Test
  void a_result_for_another_reference_or_another_state_is_refused() {
    var subject = dispatched().subjectEuid();
    refused(
        Code.STATE_CONFLICT,
        () -> asOperator(AlteredRecord.with(result(subject, "READY"), "external_ref", "run-2")));
    var ready = lab.enqueue(QUEUE);
    refused(Code.INVALID_TRANSITION, () -> asOperator(result(ready, "COMPLETED")));
    asOperator(result(subject, "COMPLETED"));
    refused(Code.SUBJECT_TERMINAL, () -> asOperator(result(subject, "COMPLETED")));
  }

  @ParameterizedTest
  @EnumSource(
      value = ExecutionState.class,
      names = {"PENDING", "WAITING_EXTERNAL", "HELD", "CANCELED"})
  void a_result_is_none_of_the_other_states(ExecutionState outcome) {
    var subject = dispatched().subjectEuid();
    refused(Code.VALIDATION_FAILED, "outcome", () -> asOperator(result(subject, outcome.name())));
  }

  @Test
  void an_error_class_that_contradicts_the_outcome_is_refused() {
    var subject = dispatched().subjectEuid();
    refused(
        Code.VALIDATION_FAILED,
        "error_class",
        () ->
            asOperator(
                AlteredRecord.with(
                    result(subject, "FAILED_RETRYABLE"), "error_class", "PERMANENT_INPUT")));
  }

  @Test
  void a_passed_deadline_changes_nothing() {
    var subject = lab.enqueue(QUEUE);
    dispatch(lab.claimAndStart(worker, QUEUE), evidence.now().plusSeconds(60));
    var rows = evidence.checksum();
    advance(3600);
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    lab.engine().sweep(lab.tenantId());
    assertThat(evidence.checksum()).isEqualTo(rows);
    asOperator(result(subject, "COMPLETED"));
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  /** The ways in which a subject stops waiting for the outside before a result came. */
  private enum MovedOn {
    CANCELED,
    REQUEUED,
    RETRIED_BY_DEADLINE,
    DEAD_LETTERED,
    DISPATCHED_ANEW,
    HELD_AFTER_REQUEUE
  }

  /** The dispatch whose result is late. */
  private ClaimAnswer.Item abandoned(MovedOn how) {
    var cluster = "cluster-" + InspectedTenant.key();
    lab.queue(
        cluster,
        InspectedTenant.fields(60, 3).toBuilder()
            .externalDeadlinePolicy(ExternalDeadlinePolicy.RETRY)
            .build());
    lab.enqueue(cluster);
    var item = lab.claimAndStart(worker, cluster);
    var subject = item.subjectEuid();
    dispatch(item, how == MovedOn.RETRIED_BY_DEADLINE ? evidence.now().plusSeconds(60) : null);
    switch (how) {
      case CANCELED -> lab.cancel(subject, false);
      case RETRIED_BY_DEADLINE -> {
        advance(120);
        lab.engine().sweep(lab.tenantId());
      }
      case DEAD_LETTERED ->
          asOperator(
              new SendToDeadLetter(
                  RequestMeta.key(InspectedTenant.key()),
                  subject,
                  StatePrecondition.NOTHING,
                  "infrastructure_failure",
                  null,
                  "the cluster burned"));
      default -> lab.requeue(subject);
    }
    if (how == MovedOn.DISPATCHED_ANEW) {
      dispatch(lab.claimAndStart(worker, cluster), "run-2", null);
    } else if (how == MovedOn.HELD_AFTER_REQUEUE) {
      lab.hold(subject);
    }
    return item;
  }

  @ParameterizedTest
  @EnumSource(MovedOn.class)
  void a_late_result_is_recorded_once_and_leaves_the_subject_as_it_is(MovedOn how) {
    for (var outcome : List.of("COMPLETED", "READY", "FAILED_RETRYABLE", "FAILED_TERMINAL")) {
      var item = abandoned(how);
      var subject = item.subjectEuid();
      var before = lab.envelope(subject);
      var job = lab.engine().reads().substrate().one(lab.tenantId(), subject);
      var late =
          AlteredRecord.with(
              result(subject, outcome),
              "result_payload",
              Json.object().put("result_ref", "s3://1"));
      var answer = asOperator(late);
      assertThat(answer.status()).as(how + " " + outcome).isEqualTo("RECORDED_LATE");
      assertThat(lab.envelope(subject)).isEqualTo(before);
      assertThat(lab.engine().reads().substrate().one(lab.tenantId(), subject)).isEqualTo(job);
      var record = answer.recordEuid();
      assertThat(evidence.status(record))
          .isEqualTo(outcome.startsWith("FAILED") ? outcome : "SUCCEEDED");
      assertThat(evidence.properties(record).at("/result_snapshot/result_ref").asString())
          .isEqualTo("s3://1");
      assertThat(evidence.properties(record).path("payload_hash").asString())
          .isEqualTo(evidence.lastAction(subject).payloadHash());
      assertThat(evidence.children(record, "execution_record_supersedes"))
          .containsExactly(item.recordEuid());
      assertThat(evidence.children(subject, "execution_subject_record")).contains(record);
      assertThat(evidence.lastAction(subject).actionKey())
          .isEqualTo(ActionKey.RECORD_EXTERNAL_RESULT);
      assertThat(evidence.lastAction(subject).status()).isEqualTo("RECORDED_LATE");
      var again = asOperator(late);
      assertThat(again.replayed()).isTrue();
      assertThat(again.recordEuid()).isEqualTo(record);
      var rows = evidence.checksum();
      assertThat(refusal(() -> asOperator(result(subject, "COMPLETED"))).code())
          .as("a dispatch has one result")
          .isIn(
              Code.SUBJECT_TERMINAL,
              Code.SUBJECT_HELD,
              Code.INVALID_TRANSITION,
              Code.STATE_CONFLICT);
      assertThat(evidence.checksum()).isEqualTo(rows);
      assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
      JobViewTest.assertAgreed(test, lab.tenantId());
    }
  }

  @Test
  void a_late_result_does_not_take_the_place_of_the_one_that_is_awaited() {
    var subject = abandoned(MovedOn.DISPATCHED_ANEW).subjectEuid();
    var anew = lab.envelope(subject).lastExecutionRecordEuid();
    asOperator(result(subject, "FAILED_TERMINAL"));
    var awaited =
        asOperator(AlteredRecord.with(result(subject, "COMPLETED"), "external_ref", "run-2"));
    assertThat(awaited.status()).isEqualTo("OK");
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(evidence.children(awaited.recordEuid(), "execution_record_supersedes"))
        .containsExactly(anew);
  }

  @Test
  void a_late_result_obeys_expectations_and_takes_no_lease() {
    var subject = abandoned(MovedOn.CANCELED).subjectEuid();
    refused(
        Code.STATE_CONFLICT,
        () ->
            asOperator(
                AlteredRecord.with(
                    result(subject, "COMPLETED"),
                    "expect",
                    new StatePrecondition(ExecutionState.WAITING_EXTERNAL, null))));
    refused(Code.SUBJECT_TERMINAL, () -> asOperator(resumed(subject, worker)));
    refused(Code.VALIDATION_FAILED, "outcome", () -> asOperator(result(subject, "HELD")));
    refused(
        Code.SUBJECT_TERMINAL,
        () ->
            asOperator(
                AlteredRecord.with(result(subject, "COMPLETED"), "external_ref", "never-sent")));
  }

  private ClaimAnswer.Item dispatched() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    dispatch(item, null);
    return item;
  }

  private void dispatch(ClaimAnswer.Item item, Instant deadline) {
    dispatch(item, "run-1", deadline);
  }

  private void dispatch(ClaimAnswer.Item item, String reference, Instant deadline) {
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            reference,
            deadline,
            null));
  }

  private static ExternalResult resumed(String subject, String worker) {
    return AlteredRecord.with(result(subject, "RUNNING"), "worker_euid", worker);
  }

  private static ExternalResult result(String subject, String outcome) {
    return ExternalResultBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .subjectEuid(subject)
        .expect(StatePrecondition.NOTHING)
        .externalRef("run-1")
        .outcome(ExecutionState.valueOf(outcome))
        .build();
  }
}
