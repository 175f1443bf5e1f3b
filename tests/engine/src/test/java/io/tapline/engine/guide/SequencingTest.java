package io.tapline.engine.guide;

import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.EngineTest;
import io.tapline.testkit.engine.TestTenant;
import io.tapline.testkit.engine.WorkFailed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example of docs/guide/testing.md. */
@EngineTest
class SequencingTest {

  @Test
  void a_run_that_fails_once_is_tried_again_and_done(TestTenant lab) {
    lab.queue("sequencing");
    var run = lab.enqueue("sequencing", Json.object().put("flow_cell", "FC-7"));

    lab.drainAdvancing(
        "sequencing",
        work -> {
          if (work.attemptNumber() == 1) {
            throw new WorkFailed(ErrorClass.TRANSIENT_DEPENDENCY, "the instrument is warming up");
          }
          return Json.object().put("reads", 1_200_000);
        });

    lab.assertThat(run)
        .isCompleted()
        .hasSpentAttempts(1)
        .hasAttempts(RecordStatus.FAILED_RETRYABLE, RecordStatus.SUCCEEDED)
        .hasEvent(EventType.JOB_RETRY_SCHEDULED);
  }

  @Test
  void a_worker_that_is_silent_loses_its_run(TestTenant lab) {
    lab.queue("sequencing");
    var run = lab.enqueue("sequencing");
    lab.claimAndStart(lab.worker("instrument-1"), "sequencing");
    lab.assertThat(run).isIn(ExecutionState.RUNNING);

    lab.advance(Duration.ofMinutes(2));

    lab.assertThat(run).isClaimable();
    lab.engine().sweep(lab.tenantId());
    lab.assertThat(run).isIn(ExecutionState.FAILED_RETRYABLE).hasSpentAttempts(1);
  }
}
