package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.QueueItem;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.TamperedSubjects;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The content of a queue depends only on the state of the jobs. */
class QueueConsistencyTest extends InspectedTenantTest {

  @Test
  void queue_state_consistency_survives_a_cleared_queue_cache() {
    var subject = lab.enqueue(QUEUE);
    TamperedSubjects.set(TamperedSubjects.NO_CACHE).forEach(evidence::tamper);
    assertThat(evidence.depth(QUEUE)).isEqualTo(1);
    shows(subject);
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
    shows();
  }

  /** Checks list, count and inspector. */
  private void shows(String... subjects) {
    var queues = lab.engine().reads().queues();
    assertThat(queues.items(lab.tenantId(), QUEUE, ItemFilter.NONE, 100, null).items())
        .extracting(QueueItem::subjectEuid)
        .containsExactly(subjects);
    assertThat(queues.one(lab.tenantId(), QUEUE).figures().queueDepth()).isEqualTo(subjects.length);
    for (var subject : subjects) {
      assertThat(inspected(subject)).isTrue();
    }
  }

  private boolean inspected(String subject) {
    return lab.engine()
        .reads()
        .subjects()
        .one(lab.tenantId(), subject, null)
        .diagnostics()
        .visibleInQueue();
  }

  @Test
  void queue_state_consistency_survives_a_corrupted_queue_cache() {
    var ready = lab.enqueue(QUEUE);
    var held = lab.enqueue(QUEUE);
    lab.hold(held);
    TamperedSubjects.set(TamperedSubjects.FALSE_CACHE).forEach(evidence::tamper);
    shows(ready);
    assertThat(inspected(held)).isFalse();
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(ready);
    shows();
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
  }

  @Test
  void queue_state_consistency_needs_no_membership_edge() {
    var queue = evidence.queue(QUEUE);
    var policy = evidence.row(queue);
    var subject = lab.enqueue(QUEUE);
    assertThat(lab.count("lineage_link where tenant_id = ?", lab.tenantId()))
        .as("links of the worker to its principal only")
        .isEqualTo(1);
    assertThat(evidence.links(List.of(subject)))
        .as("the action that enqueued it, and nothing else")
        .singleElement()
        .asString()
        .contains(" executed_on ");
    shows(subject);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    shows();
    assertThat(evidence.row(queue)).as("a queue learns nothing of its work").isEqualTo(policy);
  }

  @Test
  void held_item_removed_from_queue_and_back_after_release_and_requeue() {
    var subject = lab.enqueue(QUEUE);
    assertThat(evidence.depth(QUEUE)).isEqualTo(1);
    var hold = lab.hold(subject).holdEuid();
    assertThat(evidence.depth(QUEUE)).isZero();
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    lab.releaseHold(hold);
    lab.requeue(subject);
    assertThat(evidence.depth(QUEUE)).isEqualTo(1);
    assertThat(lab.claimOne(worker, QUEUE).subjectEuid()).isEqualTo(subject);
  }

  @Test
  void cancel_removes_item_from_queue_for_good() {
    var subject = lab.enqueue(QUEUE);
    lab.cancel(subject, false);
    assertThat(evidence.depth(QUEUE)).isZero();
    assertThat(lab.envelope(subject).terminal()).isTrue();
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    refused(Code.SUBJECT_TERMINAL, () -> lab.hold(subject));
  }

  @Test
  void max_attempt_dead_letter_ends_all_visibility() {
    var subject = lab.enqueue(QUEUE);
    String record = null;
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(lab.envelope(subject).state()).isNotEqualTo(ExecutionState.FAILED_TERMINAL);
      var item = lab.claimAndStart(worker, QUEUE);
      assertThat(item.attemptNumber()).isEqualTo(attempt);
      record = item.recordEuid();
      lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
      advance(61);
    }
    var envelope = lab.envelope(subject);
    assertThat(envelope.state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(envelope.terminal()).isTrue();
    assertThat(envelope.attemptCount()).isEqualTo(3);
    assertThat(evidence.children(evidence.queue(QUEUE), "execution_queue_dead_letter")).hasSize(1);
    var letters = evidence.children(subject, "execution_subject_dead_letter");
    assertThat(letters).singleElement().extracting(evidence::status).isEqualTo("OPEN");
    assertThat(evidence.children(record, "execution_record_dead_letter")).isEqualTo(letters);
    assertThat(evidence.depth(QUEUE)).isZero();
    shows();
    assertThat(lab.claim(worker, QUEUE).claims()).isEmpty();
    advance(3600);
    shows();
    lab.requeue(subject);
    shows(subject);
  }
}
