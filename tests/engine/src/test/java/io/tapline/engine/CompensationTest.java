package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.QueueFieldsBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.FeedCursor;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Source 004: a cancelled or failed step is undone by its declared compensation action. */
class CompensationTest extends InspectedTenantTest {

  private static final String UNDO = "undo";
  private String queue;

  @BeforeEach
  void declare() {
    queue = "pour-" + InspectedTenant.key();
    lab.queue(UNDO, InspectedTenant.fields(60, 2));
    lab.queue(queue, fields().build());
  }

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  private static QueueFieldsBuilder fields() {
    return InspectedTenant.fields(60, 2).toBuilder()
        .compensationQueueKey(UNDO)
        .compensationActionKey("pour_back");
  }

  private void cancel(String subject) {
    lab.engine()
        .execute(
            lab.operator,
            new Cancel(
                RequestMeta.key(InspectedTenant.key()),
                subject,
                StatePrecondition.NOTHING,
                false,
                "not needed"));
  }

  private List<String> compensations(String subject) {
    return evidence.children(subject, "job_compensation");
  }

  private List<EventType> events(String subject) {
    return lab.events().page(lab.tenantId(), FeedCursor.START, subject, null, 100).items().stream()
        .map(event -> event.type())
        .toList();
  }

  @Test
  void a_started_step_that_is_cancelled_is_undone_and_says_so() {
    var subject = lab.enqueue(queue);
    lab.claimAndStart(worker, queue);
    cancel(subject);
    var undoing = compensations(subject);
    assertThat(undoing).hasSize(1);
    var envelope = lab.envelope(undoing.get(0));
    assertThat(envelope.state()).isEqualTo(ExecutionState.READY);
    assertThat(envelope.nextQueueKey()).isEqualTo(UNDO);
    assertThat(envelope.nextActionKey()).isEqualTo("pour_back");
    assertThat(envelope.compensates()).isEqualTo(subject);
    assertThat(events(subject)).doesNotContain(EventType.JOB_COMPENSATED);

    var item = lab.claimAndStart(worker, UNDO);
    assertThat(item.properties().path("compensates").asString()).isEqualTo(subject);
    assertThat(item.properties().path("ended").asString()).isEqualTo("CANCELED");
    lab.complete(worker, item);
    assertThat(events(subject)).endsWith(EventType.JOB_CANCELLED, EventType.JOB_COMPENSATED);
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.CANCELED);
    assertThat(events(undoing.get(0))).endsWith(EventType.JOB_SUCCEEDED);
  }

  @Test
  void a_step_that_failed_for_good_is_undone_and_so_is_one_whose_workers_were_lost() {
    var failed = lab.enqueue(queue);
    lab.fail(worker, lab.claimAndStart(worker, queue), ErrorClass.PERMANENT_INPUT);
    assertThat(compensations(failed)).hasSize(1);
    var lost = lab.enqueue(queue);
    for (int attempt = 0; attempt < 2; attempt++) {
      lab.claimAndStart(worker, queue);
      assertThat(compensations(lost)).isEmpty();
      advance(61);
      lab.engine().sweep(lab.tenantId());
    }
    assertThat(lab.envelope(lost).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(compensations(lost)).hasSize(1);
    finish();
    assertThat(events(failed)).endsWith(EventType.JOB_DEAD_LETTERED, EventType.JOB_COMPENSATED);
    assertThat(events(lost)).endsWith(EventType.JOB_DEAD_LETTERED, EventType.JOB_COMPENSATED);
  }

  private void finish() {
    var items = lab.claim(worker, UNDO, 10, true).claims();
    items.forEach(item -> lab.complete(worker, item));
  }

  @Test
  void what_never_began_or_came_to_a_good_end_leaves_nothing_to_undo() {
    var waiting = lab.enqueue(queue);
    cancel(waiting);
    var leased = lab.enqueue(queue);
    lab.claimOne(worker, queue);
    cancel(leased);
    var done = lab.enqueue(queue);
    lab.complete(worker, lab.claimAndStart(worker, queue));
    for (var subject : List.of(waiting, leased, done)) {
      assertThat(compensations(subject)).isEmpty();
    }
  }

  @Test
  void what_undoes_is_not_undone_itself_and_its_dead_letter_says_what_it_is() {
    update(UNDO, QueueFields.builder().compensationQueueKey(UNDO).build());
    var subject = lab.enqueue(queue);
    lab.claimAndStart(worker, queue);
    cancel(subject);
    var undoing = compensations(subject).get(0);
    lab.fail(worker, lab.claimAndStart(worker, UNDO), ErrorClass.PERMANENT_STATE);
    assertThat(compensations(undoing)).isEmpty();
    var letter = evidence.children(undoing, "execution_subject_dead_letter").get(0);
    assertThat(evidence.properties(letter).path("reason_code").asString())
        .isEqualTo("compensation_failed");
    assertThat(events(subject)).doesNotContain(EventType.JOB_COMPENSATED);
    update(UNDO, QueueFields.builder().compensationQueueKey("").build());

    // Requeued and done, it is undone after all.
    lab.engine()
        .execute(lab.operator, Requeue.of(InspectedTenant.key(), undoing, "the pump works again"));
    finish();
    assertThat(events(subject)).endsWith(EventType.JOB_COMPENSATED);
  }

  private void update(String key, QueueFields fields) {
    var revision = lab.engine().reads().queues().one(lab.tenantId(), key).policy().revision();
    lab.engine()
        .execute(
            lab.admin,
            new UpdateQueue(
                RequestMeta.key(InspectedTenant.key()), key, revision, fields, "for a test"));
  }

  @Test
  void work_that_was_requeued_meanwhile_is_in_another_life() {
    var subject = lab.enqueue(queue);
    lab.claimAndStart(worker, queue);
    cancel(subject);
    lab.engine().execute(lab.operator, Requeue.of(InspectedTenant.key(), subject, "after all"));
    finish();
    assertThat(events(subject)).endsWith(EventType.JOB_REQUEUED);
  }

  @Test
  void many_at_once_are_undone_once_each() {
    var many = lab.worker("w2", 100);
    lab.enqueue(queue, 20);
    var items = lab.claim(many, queue, 20, true).claims();
    lab.engine()
        .executeAll(
            lab.operator,
            items.stream()
                .map(
                    item ->
                        new Cancel(
                            RequestMeta.key(InspectedTenant.key()),
                            item.subjectEuid(),
                            StatePrecondition.NOTHING,
                            false,
                            "all"))
                .toList());
    var undoing = lab.claim(many, UNDO, 50, true).claims();
    assertThat(undoing).hasSize(20);
    lab.engine()
        .executeAll(
            lab.service,
            undoing.stream()
                .map(
                    item ->
                        io.tapline.api.request.Complete.of(
                            InspectedTenant.key(), item.subjectEuid(), many, item.leaseEuid()))
                .toList())
        .forEach(outcome -> assertThat(outcome.refused()).isFalse());
    for (var item : items) {
      assertThat(events(item.subjectEuid())).endsWith(EventType.JOB_COMPENSATED);
      assertThat(compensations(item.subjectEuid())).hasSize(1);
    }
  }

  @Test
  void who_undoes_is_there_and_stays() {
    assertRefused(
        Code.NOT_FOUND,
        new CreateQueue(
            RequestMeta.key(InspectedTenant.key()),
            "q-" + InspectedTenant.key(),
            fields().compensationQueueKey("nowhere").build()));
    assertRefused(
        Code.STATE_CONFLICT,
        new RetireQueue(RequestMeta.key(InspectedTenant.key()), UNDO, "old", null));
  }

  private void assertRefused(Code code, io.tapline.api.request.Command command) {
    Assertions.assertThatThrownBy(() -> lab.engine().execute(lab.admin, command))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
