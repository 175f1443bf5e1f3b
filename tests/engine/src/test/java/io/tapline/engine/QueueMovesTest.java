package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.read.evidence.ActionFilterBuilder;
import io.tapline.engine.read.evidence.EventFilterBuilder;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.FeedCursor;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A subject that goes to another queue gets the action of that queue, and the evidence names both
 * queues.
 */
class QueueMovesTest extends InspectedTenantTest {

  private static final String NEXT = "library_prep";

  @BeforeEach
  void queueWithAction() {
    lab.queue(
        NEXT,
        InspectedTenant.fields(60, 3).toBuilder().defaultActionKey("prepare_library").build());
  }

  @Test
  void completed_work_goes_on_with_the_action_of_the_next_queue() {
    var moved = enqueue("extract");
    complete(lab.claimAndStart(worker, QUEUE), null);
    assertThat(lab.envelope(moved).nextActionKey()).isEqualTo("prepare_library");
    var named = enqueue("extract");
    complete(lab.claimAndStart(worker, QUEUE), "check_library");
    assertThat(lab.envelope(named).nextActionKey()).isEqualTo("check_library");
  }

  @Test
  void failed_work_is_tried_again_with_the_action_of_the_other_queue() {
    var moved = enqueue("extract");
    fail(lab.claimAndStart(worker, QUEUE), NEXT);
    assertThat(lab.envelope(moved).nextActionKey()).isEqualTo("prepare_library");
    var stays = enqueue("extract");
    fail(lab.claimAndStart(worker, QUEUE), QUEUE);
    assertThat(lab.envelope(stays).nextActionKey()).isEqualTo("extract");
    var elsewhere = enqueue("extract");
    fail(lab.claimAndStart(worker, QUEUE), "elsewhere");
    assertThat(lab.envelope(elsewhere).nextActionKey())
        .as("the other queue has no action of its own")
        .isEqualTo("extract");
  }

  @Test
  void a_result_from_outside_sends_work_on_with_the_action_of_the_next_queue() {
    var subject = enqueue("extract");
    var item = lab.claimAndStart(worker, QUEUE);
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
    asOperator(
        ExternalResultBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(subject)
            .expect(StatePrecondition.NOTHING)
            .externalRef("run-1")
            .outcome(ExecutionState.READY)
            .nextQueueKey(NEXT)
            .reason("arrived")
            .build());
    assertThat(lab.envelope(subject).nextActionKey()).isEqualTo("prepare_library");
  }

  @Test
  void requeued_work_gets_the_action_of_its_queue_unless_one_is_named() {
    var subject = enqueue("extract");
    requeue(subject, QUEUE, null);
    assertThat(lab.envelope(subject).nextActionKey()).as("same queue").isEqualTo("extract");
    requeue(subject, NEXT, null);
    assertThat(lab.envelope(subject).nextActionKey()).as("moved").isEqualTo("prepare_library");
    requeue(subject, NEXT, "check_library");
    assertThat(lab.envelope(subject).nextActionKey()).as("named").isEqualTo("check_library");
  }

  @Test
  void rework_of_finished_work_gets_the_action_that_its_queue_last_gave_it() {
    var subject = enqueue("extract");
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    assertThat(lab.envelope(subject).nextActionKey()).isNull();
    lab.requeue(subject);
    assertThat(lab.envelope(subject).nextActionKey()).isEqualTo("extract");
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    requeue(subject, NEXT, null);
    assertThat(lab.envelope(subject).nextActionKey()).isEqualTo("prepare_library");
  }

  @Test
  void new_work_without_an_action_gets_that_of_its_queue() {
    assertThat(lab.envelope(lab.enqueue(NEXT)).nextActionKey()).isEqualTo("prepare_library");
    assertThat(lab.envelope(lab.enqueue(QUEUE)).nextActionKey()).isNull();
  }

  @Test
  void the_action_and_the_event_of_a_move_name_both_queues() {
    var completed = enqueue("extract");
    complete(lab.claimAndStart(worker, QUEUE), null);
    assertMoved(completed, "complete_queue_execution", EventType.JOB_ROUTED, QUEUE, NEXT);
    var failed = enqueue("extract");
    fail(lab.claimAndStart(worker, QUEUE), NEXT);
    assertMoved(failed, "fail_queue_execution", EventType.JOB_RETRY_SCHEDULED, QUEUE, NEXT);
    var requeued = enqueue("extract");
    requeue(requeued, NEXT, null);
    assertMoved(requeued, "requeue_subject", EventType.JOB_REQUEUED, QUEUE, NEXT);
  }

  @Test
  void rework_of_finished_work_names_the_queue_that_it_enters() {
    var subject = enqueue("extract");
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    requeue(subject, NEXT, null);
    assertMoved(subject, "requeue_subject", EventType.JOB_REQUEUED, NEXT, null);
  }

  @Test
  void work_that_stays_in_its_queue_names_no_other() {
    var subject = enqueue("extract");
    lab.requeue(subject);
    assertMoved(subject, "requeue_subject", EventType.JOB_REQUEUED, QUEUE, null);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    assertMoved(subject, "complete_queue_execution", EventType.JOB_SUCCEEDED, QUEUE, null);
  }

  private void assertMoved(
      String subject, String action, EventType type, String queueKey, String toQueueKey) {
    for (var key : toQueueKey == null ? List.of(queueKey) : List.of(queueKey, toQueueKey)) {
      var found =
          lab.engine()
              .reads()
              .actions()
              .page(
                  lab.tenantId(),
                  ActionFilterBuilder.builder().subjectEuid(subject).queueKey(key).build(),
                  1,
                  null)
              .items()
              .get(0);
      assertThat(found.path("action_key").asString()).isEqualTo(action);
      assertThat(found.path("queue_key").asString()).isEqualTo(queueKey);
      assertThat(found.path("to_queue_key").asString(null)).isEqualTo(toQueueKey);
    }
    var event =
        lab.events()
            .page(
                lab.tenantId(),
                FeedCursor.START,
                EventFilterBuilder.builder().subjectEuid(subject).type(type).build(),
                100)
            .items();
    var payload = event.get(event.size() - 1).payload();
    assertThat(payload.get("queue_key")).isEqualTo(queueKey);
    assertThat(payload.get("to_queue_key")).isEqualTo(toQueueKey);
  }

  private String enqueue(String action) {
    return asOperator(
            EnqueueBuilder.builder(Enqueue.task(InspectedTenant.key(), QUEUE, null))
                .nextActionKey(action)
                .build())
        .subjectEuid();
  }

  private ActionAnswer complete(ClaimAnswer.Item item, String action) {
    return asService(
        Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid())
            .next(NEXT, action));
  }

  private ActionAnswer fail(ClaimAnswer.Item item, String queueKey) {
    return asService(
        FailBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(item.subjectEuid())
            .workerEuid(worker)
            .leaseEuid(item.leaseEuid())
            .expect(StatePrecondition.NOTHING)
            .errorClass(ErrorClass.TRANSIENT_SYSTEM)
            .nextQueueKey(queueKey)
            .build());
  }

  private ActionAnswer requeue(String subject, String queueKey, String action) {
    return asOperator(
        AlteredRecord.with(
            Requeue.of(InspectedTenant.key(), subject, "again"),
            "queue_key",
            queueKey,
            "next_action_key",
            action));
  }
}
