package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.RetireQueue;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/**
 * An operator sends work back: a clean count, a closed dead letter, a record of the reconciliation.
 */
class RequeueTest extends InspectedTenantTest {

  @Test
  void requeue_closes_the_dead_letter_and_starts_counting_anew() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var letter = lab.fail(worker, item, ErrorClass.PERMANENT_STATE).deadLetterEuid();
    var answer = lab.requeue(subject);
    assertThat(evidence.status(letter)).isEqualTo("REQUEUED");
    assertThat(evidence.parents(letter, "execution_actor_dead_letter_resolution")).hasSize(1);
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.READY);
    assertThat(envelope.terminal()).isFalse();
    assertThat(envelope.attemptCount()).isZero();
    assertThat(envelope.retryAt()).isNull();
    assertThat(evidence.children(answer.recordEuid(), "execution_record_supersedes"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.status(answer.recordEuid())).isEqualTo("SUCCEEDED");
    var record = evidence.properties(answer.recordEuid());
    assertThat(record.path("expected_state").asString()).isEqualTo("FAILED_TERMINAL");
    assertThat(record.path("payload_hash").asString())
        .isEqualTo(evidence.lastAction(subject).payloadHash());
    assertThat(evidence.children(subject, "execution_subject_record"))
        .containsExactly(item.recordEuid(), answer.recordEuid());
    assertThat(evidence.lastAction(subject).events())
        .singleElement()
        .extracting(event -> event.type())
        .isEqualTo(EventType.JOB_REQUEUED);
    assertThat(lab.claimOne(worker, QUEUE).attemptNumber()).isEqualTo(1);
  }

  @Test
  void a_second_requeue_supersedes_the_first_ones_record() {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    var first = lab.requeue(subject).recordEuid();
    var second = lab.requeue(subject).recordEuid();
    assertThat(evidence.children(second, "execution_record_supersedes")).containsExactly(first);
  }

  @Test
  void requeue_takes_every_unleased_unheld_state() {
    var completed = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    var canceled = lab.enqueue(QUEUE);
    lab.cancel(canceled, false);
    var failed = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.PERMANENT_INPUT);
    var retryable = lab.enqueue(QUEUE);
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    var ready = lab.enqueue(QUEUE);
    for (var subject : new String[] {completed, canceled, failed, retryable, ready}) {
      lab.requeue(subject);
      assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.READY);
      assertThat(lab.envelope(subject).nextQueueKey()).isEqualTo(QUEUE);
    }
    assertThat(lab.claim(worker, QUEUE, 10, false).claims()).hasSize(5);
  }

  @Test
  void a_prepared_subject_has_no_queue_of_its_own_so_one_must_be_named() {
    var subject =
        asOperator(
                new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "S", null, null))
            .subjectEuid();
    refused(Code.VALIDATION_FAILED, "queue_key", () -> lab.requeue(subject));
    asOperator(
        AlteredRecord.with(Requeue.of(InspectedTenant.key(), subject, "go"), "queue_key", QUEUE));
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void a_live_lease_stops_it_and_a_lapsed_one_is_settled_first() {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    refused(Code.ALREADY_LEASED, () -> lab.requeue(subject));
    advance(61);
    lab.requeue(subject);
    assertThat(evidence.status(item.leaseEuid())).isEqualTo("EXPIRED");
    assertThat(evidence.status(item.recordEuid())).isEqualTo("EXPIRED");
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.READY);
    assertThat(lab.envelope(subject).attemptCount()).isZero();
  }

  @Test
  void requeue_clears_a_soft_cancel_that_a_hold_left_pending() {
    var subject = lab.enqueue(QUEUE);
    lab.claimAndStart(worker, QUEUE);
    lab.cancel(subject, true);
    lab.hold(subject);
    assertThat(lab.envelope(subject).cancelRequested()).isTrue();
    asAdmin(
        AlteredRecord.with(Requeue.of(InspectedTenant.key(), subject, "go on"), "override", true));
    assertThat(lab.envelope(subject).cancelRequested()).isFalse();
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void requeue_may_change_queue_action_priority_and_times() {
    var subject = lab.enqueue(QUEUE);
    var due = evidence.now().plusSeconds(3600).truncatedTo(java.time.temporal.ChronoUnit.MICROS);
    asOperator(
        AlteredRecord.with(
            Requeue.of(InspectedTenant.key(), subject, "elsewhere"),
            "queue_key",
            "elsewhere",
            "next_action_key",
            "look_again",
            "priority",
            7,
            "ready_at",
            due.minusSeconds(1800),
            "due_at",
            due));
    var envelope = lab.envelope(subject);
    assertThat(envelope.nextQueueKey()).isEqualTo("elsewhere");
    assertThat(envelope.nextActionKey()).isEqualTo("look_again");
    assertThat(envelope.priority()).isEqualTo(7);
    assertThat(envelope.readyAt()).isEqualTo(due.minusSeconds(1800));
    assertThat(envelope.dueAt()).isEqualTo(due);
  }

  @Test
  void a_subject_whose_last_queue_was_retired_is_not_sent_to_nowhere() {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null));
    refused(Code.VALIDATION_FAILED, "queue_key", () -> lab.requeue(subject));
  }
}
