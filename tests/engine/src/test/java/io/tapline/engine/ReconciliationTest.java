package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A person who reconciles work that is outside leaves a record of it. */
class ReconciliationTest extends InspectedTenantTest {

  @AfterEach
  void all_is_well() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  @Test
  void a_cancel_of_work_outside_has_a_record_that_supersedes_the_dispatchs() {
    var item = outside();
    superseded(item, lab.cancel(item.subjectEuid(), false).recordEuid(), "CANCELED");
  }

  @Test
  void a_hold_on_work_outside_has_one_and_a_second_hold_none() {
    var item = outside();
    superseded(item, lab.hold(item.subjectEuid()).recordEuid(), "HELD");
    assertThat(lab.hold(item.subjectEuid()).recordEuid()).isNull();
  }

  @Test
  void a_cancel_of_work_that_was_held_outside_supersedes_the_holds() {
    var item = outside();
    var held = lab.hold(item.subjectEuid()).recordEuid();
    var canceled = lab.cancel(item.subjectEuid(), false).recordEuid();
    assertThat(evidence.children(canceled, "execution_record_supersedes")).containsExactly(held);
  }

  @Test
  void a_requeue_of_work_outside_has_one() {
    var item = outside();
    superseded(item, lab.requeue(item.subjectEuid()).recordEuid(), "READY");
  }

  @Test
  void work_that_is_not_outside_needs_none() {
    assertThat(lab.cancel(lab.enqueue(QUEUE), false).recordEuid()).isNull();
    assertThat(lab.hold(lab.enqueue(QUEUE)).recordEuid()).isNull();
  }

  private ClaimAnswer.Item outside() {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "run-1",
            null,
            null));
    return item;
  }

  private void superseded(ClaimAnswer.Item item, String record, String endState) {
    assertThat(evidence.children(record, "execution_record_supersedes"))
        .containsExactly(item.recordEuid());
    assertThat(evidence.parents(record, "execution_subject_record"))
        .containsExactly(item.subjectEuid());
    assertThat(evidence.parents(record, "execution_queue_record"))
        .containsExactly(evidence.queue(QUEUE));
    assertThat(evidence.properties(record).get("start_state").asString())
        .isEqualTo("WAITING_EXTERNAL");
    assertThat(evidence.properties(record).get("end_state").asString()).isEqualTo(endState);
    assertThat(evidence.properties(record).path("expected_state").asString())
        .isEqualTo("WAITING_EXTERNAL");
    assertThat(evidence.properties(record).path("payload_hash").asString())
        .isEqualTo(evidence.lastAction(item.subjectEuid()).payloadHash())
        .startsWith("sha256:");
    assertThat(lab.envelope(item.subjectEuid()).lastExecutionRecordEuid()).isEqualTo(record);
  }
}
