package io.tapline.testkit.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.ReasonCode;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each assertion holds where it should, and fails where it should, saying what is there. */
@EngineTest
class SubjectAssertTest {

  private TestTenant tenant;
  private String done;
  private String waiting;

  @BeforeEach
  void subjects(TestTenant tenant) {
    this.tenant = tenant.queue("q").queue("elsewhere");
    done = tenant.enqueue("q");
    tenant.drain("q", work -> null);
    waiting = tenant.enqueue("q");
  }

  @Test
  void state_and_queue() {
    tenant.assertThat(done).isCompleted();
    tenant.assertThat(waiting).isIn(ExecutionState.READY).isInQueue("q").isClaimable();
    fails(waiting, SubjectAssert::isCompleted, "expected state COMPLETED, but found READY");
    fails(waiting, subject -> subject.isInQueue("elsewhere"), "found q");
    fails(done, SubjectAssert::isClaimable, "but found [");
  }

  @Test
  void reasons_to_wait_and_dead_letters() {
    tenant.hold(waiting);
    tenant.assertThat(waiting).waitsBecause(ReasonCode.ACTIVE_HOLD);
    fails(waiting, subject -> subject.waitsBecause(ReasonCode.ACTIVE_LEASE), "ACTIVE_HOLD");
    fails(waiting, SubjectAssert::isDeadLettered, "expected an open dead letter");
  }

  @Test
  void attempts() {
    tenant.assertThat(done).hasAttempts(RecordStatus.SUCCEEDED).hasSpentAttempts(0);
    tenant.assertThat(waiting).hasAttempts();
    fails(done, subject -> subject.hasAttempts(), "but found [SUCCEEDED]");
    fails(done, subject -> subject.hasSpentAttempts(1), "expected spent attempts 1, but found 0");
  }

  @Test
  void events() {
    tenant.assertThat(done).hasEvent(EventType.JOB_SUCCEEDED);
    tenant.assertThat(waiting).hasEvents(EventType.JOB_ENQUEUED);
    fails(waiting, subject -> subject.hasEvent(EventType.JOB_CLAIMED), "JOB_ENQUEUED");
    fails(done, subject -> subject.hasEvents(EventType.JOB_ENQUEUED), "JOB_SUCCEEDED");
  }

  private void fails(String subject, Consumer<SubjectAssert> assertion, String message) {
    assertThatThrownBy(() -> assertion.accept(tenant.assertThat(subject)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(subject)
        .hasMessageContaining(message);
  }
}
