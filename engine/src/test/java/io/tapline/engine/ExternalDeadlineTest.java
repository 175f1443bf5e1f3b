package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Dispatch;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.testing.Lab;
import io.tapline.engine.testing.TestEngine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** External work that does not come back in time. */
class ExternalDeadlineTest {

  private static TestEngine test;

  @BeforeAll
  static void open() {
    test = new TestEngine();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @Test
  void a_passed_deadline_changes_nothing_by_default() {
    var lab = test.lab().queue("compute", fields(null));
    var subject = dispatched(lab);
    test.advance(Duration.ofSeconds(120));
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
  }

  @Test
  void a_queue_may_opt_into_a_retry_which_happens_once() {
    var lab = test.lab().queue("compute", fields(ExternalDeadlinePolicy.RETRY));
    var subject = dispatched(lab);
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.WAITING_EXTERNAL);
    test.advance(Duration.ofSeconds(120));
    lab.engine().sweep(lab.tenantId());
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(subject).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
    assertThat(lab.envelope(subject).attemptCount()).isEqualTo(1);
    assertThat(lab.envelope(subject).external()).isNull();
  }

  private static String dispatched(Lab lab) {
    var worker = lab.worker("w1");
    lab.enqueue("compute");
    var item = lab.claimAndStart(worker, "compute");
    lab.engine()
        .execute(
            lab.service,
            new Dispatch(
                Meta.key(Lab.key()),
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                Expect.NOTHING,
                "slurm-42",
                item.expiresAt(),
                null));
    return item.subjectEuid();
  }

  private static QueueFields fields(ExternalDeadlinePolicy policy) {
    return new QueueFields(
        null,
        null,
        null,
        null,
        null,
        List.of(Enqueue.TASK),
        null,
        null,
        null,
        null,
        null,
        60,
        3,
        null,
        null,
        null,
        null,
        null,
        policy,
        null);
  }
}
