package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import org.junit.jupiter.api.Test;

/** External work that does not come back in time. */
class ExternalDeadlineTest extends InspectedTenantTest {

  @Test
  void a_passed_deadline_changes_nothing_by_default() {
    var subject = dispatched(ExternalDeadlinePolicy.FLAG);
    advance(120);
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
  }

  @Test
  void a_queue_may_opt_into_a_retry_which_happens_once() {
    var subject = dispatched(ExternalDeadlinePolicy.RETRY);
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
    advance(120);
    lab.engine().sweep(lab.tenantId());
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    assertThat(lab.envelope(subject).external()).isNull();
  }

  private String dispatched(ExternalDeadlinePolicy policy) {
    lab.queue(
        "compute",
        InspectedTenant.fields(60, 3).toBuilder().externalDeadlinePolicy(policy).build());
    lab.enqueue("compute");
    var item = lab.claimAndStart(worker, "compute");
    asService(
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            "slurm-42",
            item.expiresAt(),
            null));
    return item.subjectEuid();
  }
}
