package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.ReleaseHold;
import io.tapline.engine.model.Envelope;

/** Releases one hold. The job returns to its earlier state when the last hold is released. */
public final class ReleaseHoldDecision {

  private static final ActionKey RELEASE = ActionKey.RELEASE_EXECUTION_HOLD;

  private ReleaseHoldDecision() {}

  public static Decision decide(DecisionInput s, ReleaseHold command) {
    var refusal =
        DecisionRules.first(
            () ->
                s.hold() == null
                    ? Refusal.unknown("hold_euid", "hold " + command.holdEuid())
                    : null,
            () ->
                s.hold().active()
                    ? null
                    : Refusal.of(
                        Code.STATE_CONFLICT, "hold " + s.hold().euid() + " was released before"),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, RELEASE));
    if (refusal != null) {
      return refusal;
    }
    var others = s.activeHolds().stream().filter(hold -> hold.uid() != s.hold().uid()).toList();
    var change = SubjectChange.of(s.envelope());
    if (others.isEmpty()) {
      letGo(change, s);
    } else {
      var reason = others.get(others.size() - 1).note().reason();
      var still =
          s.envelope().to(ExecutionState.HELD).held(s.envelope().heldFrom(), reason).at(s.now());
      change.step(
          RELEASE, still, EventType.JOB_HOLD_RELEASED, "held by " + others.size() + " more");
    }
    return change
        .release(
            s.hold().with(s.hold().note().released(command.reason(), s.now(), command.metadata())))
        .link(s.actorUid(), LinkTypes.ACTOR_HOLD_RELEASE, s.hold().uid());
  }

  private static void letGo(SubjectChange change, DecisionInput s) {
    Envelope envelope = s.envelope();
    if (envelope.cancelRequested()) {
      var canceled = envelope.to(ExecutionState.CANCELED).noHold().canceled().at(s.now());
      change.step(RELEASE, canceled, EventType.JOB_CANCELLED, "soft cancel");
      return;
    }
    // The hold ended the lease of a running job, so the job starts again.
    var back =
        envelope.heldFrom() == ExecutionState.RUNNING ? ExecutionState.READY : envelope.heldFrom();
    change.step(RELEASE, envelope.to(back).noHold().at(s.now()), EventType.JOB_HOLD_RELEASED, null);
  }
}
