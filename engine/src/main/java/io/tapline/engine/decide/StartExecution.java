package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Start;
import io.tapline.engine.model.Envelope;
import java.time.Instant;

/** A worker with a live lease starts the job. */
public final class StartExecution {

  private StartExecution() {}

  public static Decision decide(DecisionInput s, Start command) {
    var refusal = LeaseVerb.refusal(s, command);
    return refusal != null
        ? refusal
        : start(SubjectChange.of(s.envelope()), s.record().euid(), s.now());
  }

  /**
   * Also the second step of a claim with immediate start, and the first step of the completion of a
   * job that was not started.
   */
  static SubjectChange start(SubjectChange change, String recordEuid, Instant now) {
    Envelope running = change.after().to(ExecutionState.RUNNING).lastRecord(recordEuid).at(now);
    return change.step(ActionKey.START_QUEUE_EXECUTION, running, EventType.JOB_STARTED, null);
  }
}
