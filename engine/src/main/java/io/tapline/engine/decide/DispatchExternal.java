package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.request.Dispatch;

/**
 * Hands the work to an external system. The job waits for the result, and the lease of the worker
 * ends.
 */
public final class DispatchExternal {

  private DispatchExternal() {}

  public static Decision decide(DecisionInput s, Dispatch command) {
    var refusal = LeaseVerb.refusal(s, command);
    if (refusal != null) {
      return refusal;
    }
    var waiting =
        s.envelope()
            .to(ExecutionState.WAITING_EXTERNAL)
            .external(new ExternalWork(command.externalRef(), s.now(), command.deadlineAt()))
            .lastRecord(s.record().euid())
            .at(s.now());
    var change =
        SubjectChange.of(s.envelope())
            .step(
                ActionKey.DISPATCH_EXTERNAL,
                waiting,
                EventType.JOB_DISPATCHED,
                // The event omits the external reference, because events may leave the system and
                // the reference is free text. The envelope and the action contain it.
                null);
    return Ending.DISPATCHED.end(
        change, s.lease(), s.record(), null, command.dispatchPayload(), s.now());
  }
}
