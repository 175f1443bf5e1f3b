package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.model.ReasonCode;
import io.tapline.testkit.engine.EngineTest;
import io.tapline.testkit.engine.TestTenant;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EngineTest
class LifecycleTest {

  private static final String QUEUE = "extraction_prod";

  private TestTenant tenant;

  @BeforeEach
  void fresh(TestTenant tenant) {
    this.tenant = tenant.queue(QUEUE);
  }

  @Test
  void enqueued_work_is_claimed_started_and_completed() {
    var worker = tenant.worker("w1");
    var subject = tenant.enqueue(QUEUE);
    var item = tenant.claimOne(worker, QUEUE);
    assertThat(item.subjectEuid()).isEqualTo(subject);
    assertThat(item.properties().get("sample").asString()).isEqualTo("S-1");
    tenant.assertThat(subject).isIn(ExecutionState.READY);
    tenant.start(worker, item);
    tenant.assertThat(subject).isIn(ExecutionState.RUNNING);
    tenant.complete(worker, item);
    tenant
        .assertThat(subject)
        .isCompleted()
        .hasAttempts(RecordStatus.SUCCEEDED)
        .hasEvents(
            EventType.JOB_ENQUEUED,
            EventType.JOB_CLAIMED,
            EventType.JOB_STARTED,
            EventType.JOB_SUCCEEDED);
    assertThat(tenant.claim(worker, QUEUE).claims()).isEmpty();
  }

  @Test
  void a_retryable_failure_comes_back_after_its_backoff() {
    var worker = tenant.worker("w1");
    var subject = tenant.enqueue(QUEUE);
    tenant.fail(worker, tenant.claimAndStart(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    tenant
        .assertThat(subject)
        .hasSpentAttempts(1)
        .waitsBecause(ReasonCode.RETRY_WINDOW_NOT_REACHED);
    assertThat(tenant.claim(worker, QUEUE).claims()).isEmpty();
    tenant.advance(Duration.ofSeconds(11));
    assertThat(tenant.claimOne(worker, QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_lapsed_lease_gives_the_subject_to_the_next_worker() {
    var first = tenant.worker("w1");
    var second = tenant.worker("w2");
    tenant.enqueue(QUEUE);
    tenant.claimAndStart(first, QUEUE);
    tenant.advance(Duration.ofSeconds(61));
    assertThat(tenant.claimOne(second, QUEUE).attemptNumber()).isEqualTo(2);
  }

  @Test
  void a_hold_stops_and_its_release_lets_go() {
    var worker = tenant.worker("w1");
    var subject = tenant.enqueue(QUEUE);
    var hold = tenant.hold(subject).holdEuid();
    assertThat(tenant.claim(worker, QUEUE).claims()).isEmpty();
    tenant.releaseHold(hold);
    tenant.complete(worker, tenant.claimOne(worker, QUEUE));
    tenant.requeue(subject);
    tenant.cancel(subject, false);
    tenant.assertThat(subject).isIn(ExecutionState.CANCELED);
  }
}
