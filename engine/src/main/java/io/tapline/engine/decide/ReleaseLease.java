package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Release;

/** A worker returns its job voluntarily. No attempt is spent, and the job is claimable at once. */
public final class ReleaseLease {

  private static final ActionKey RELEASE = ActionKey.RELEASE_QUEUE_LEASE;

  private ReleaseLease() {}

  public static Decision decide(DecisionInput s, Release command) {
    var refusal = LeaseVerb.refusal(s, command);
    if (refusal != null) {
      return refusal;
    }
    var change = SubjectChange.of(s.envelope());
    if (s.envelope().cancelRequested()) {
      var canceled = s.envelope().to(ExecutionState.CANCELED).canceled().at(s.now());
      change.step(RELEASE, canceled, EventType.JOB_CANCELLED, "soft cancel");
    } else if (s.envelope().state() == ExecutionState.RUNNING) {
      var waiting = s.envelope().to(ExecutionState.FAILED_RETRYABLE).retryAt(s.now()).at(s.now());
      change.step(RELEASE, waiting, EventType.JOB_RELEASED, null);
    } else {
      change.event(EventType.JOB_RELEASED, null);
    }
    return Ending.RELEASED.end(change, s.lease(), s.record(), null, null, s.now());
  }
}
