package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.engine.command.Start;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EventType;
import java.time.Instant;

/** A worker that holds a live lease begins: the subject is RUNNING. */
public final class StartExecution {

  private StartExecution() {}

  public static Decision decide(DecisionInput s, Start command) {
    var refusal = LeaseVerb.refusal(s, command);
    return refusal != null
        ? refusal
        : start(SubjectChange.of(s.envelope()), s.record().euid(), s.now());
  }

  /**
   * Also the second half of a claim that starts at once, and the first of a completion that never
   * started.
   */
  static SubjectChange start(SubjectChange change, String recordEuid, Instant now) {
    Envelope running = change.after().to(ExecutionState.RUNNING).lastRecord(recordEuid).at(now);
    return change.step(ActionKey.START_QUEUE_EXECUTION, running, EventType.JOB_STARTED, null);
  }
}
