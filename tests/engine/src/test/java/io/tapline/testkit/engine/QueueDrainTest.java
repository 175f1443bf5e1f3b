package io.tapline.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Emptying a queue with a handler. */
@EngineTest
class QueueDrainTest {

  private TestTenant tenant;

  @BeforeEach
  void queue(TestTenant tenant) {
    this.tenant = tenant.queue("orders");
  }

  @Test
  void all_that_is_due_is_handled_in_the_queues_order_and_completed() {
    var subjects = tenant.enqueue("orders", 3);
    var handled = new ArrayList<String>();
    var drained =
        tenant.drain(
            "orders",
            work -> {
              handled.add(work.subjectEuid());
              return Json.object().put("fine", true);
            });
    assertThat(drained).isEqualTo(new Drained(3, 0));
    assertThat(handled).containsExactlyElementsOf(subjects);
    subjects.forEach(subject -> tenant.assertThat(subject).isCompleted());
  }

  @Test
  void time_stands_still_unless_it_is_asked_to_move() {
    var subject = tenant.enqueue("orders");
    var drained = tenant.drain("orders", QueueDrainTest::broken);
    assertThat(drained).isEqualTo(new Drained(0, 1));
    tenant.assertThat(subject).isIn(ExecutionState.FAILED_RETRYABLE).hasSpentAttempts(1);
  }

  @Test
  void a_drain_that_advances_makes_every_retry() {
    var subject = tenant.enqueue("orders");
    assertThat(tenant.drainAdvancing("orders", QueueDrainTest::broken))
        .isEqualTo(new Drained(0, 3));
    tenant
        .assertThat(subject)
        .isIn(ExecutionState.FAILED_TERMINAL)
        .isDeadLettered()
        .hasAttempts(
            RecordStatus.FAILED_RETRYABLE,
            RecordStatus.FAILED_RETRYABLE,
            RecordStatus.FAILED_TERMINAL);
  }

  @Test
  void a_handler_may_name_the_class_of_its_failure() {
    var subject = tenant.enqueue("orders");
    tenant.drainAdvancing(
        "orders",
        work -> {
          throw new WorkFailed(ErrorClass.PERMANENT_INPUT, "no sample");
        });
    tenant.assertThat(subject).isDeadLettered().hasSpentAttempts(1);
  }

  @Test
  void a_queue_that_asks_for_capabilities_is_drained_too() {
    tenant.queue("gpu", TestTenant.fields(60, 3, "cuda"));
    tenant.enqueue("gpu");
    assertThat(tenant.drain("gpu", work -> null).completed()).isEqualTo(1);
  }

  @Test
  void an_unknown_queue_is_told_so() {
    assertThatThrownBy(() -> tenant.drain("nowhere", work -> null))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("nowhere");
  }

  private static JsonNode broken(Object work) {
    throw new IllegalStateException("broken");
  }
}
