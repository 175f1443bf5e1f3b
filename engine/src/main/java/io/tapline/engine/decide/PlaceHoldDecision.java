package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.request.PlaceHold;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.HoldNote;

/** Holds a job. A worker that has it loses the lease, and no attempt is spent. */
public final class PlaceHoldDecision {

  private PlaceHoldDecision() {}

  public static Decision decide(DecisionInput s, PlaceHold command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () ->
                command.queueKey() == null || s.named().containsKey(command.queueKey())
                    ? null
                    : io.tapline.api.Refusal.unknown("queue_key", "queue " + command.queueKey()));
    if (refusal != null) {
      return refusal;
    }
    var envelope = s.envelope();
    var before = envelope.state() == ExecutionState.HELD ? envelope.heldFrom() : envelope.state();
    // Only the first hold writes a record: a second one would supersede the record of the first.
    boolean outside = envelope.state() == ExecutionState.WAITING_EXTERNAL;
    var record = outside ? s.draw().record() : null;
    var draft = envelope.to(ExecutionState.HELD).held(before, command.reason());
    var held = (outside ? draft.lastRecord(record.euid()) : draft).at(s.now());
    var ref = s.draw().hold();
    var change =
        SubjectChange.of(envelope)
            .step(ActionKey.PLACE_EXECUTION_HOLD, held, EventType.JOB_HELD, command.holdCode())
            .place(
                new Hold(
                    ref.uid(),
                    ref.euid(),
                    HoldNote.placed(
                        command.holdCode(), command.reason(), s.now(), command.metadata())))
            .link(s.subject().uid(), LinkTypes.SUBJECT_HOLD, ref.uid())
            .link(s.actorUid(), LinkTypes.ACTOR_HOLD, ref.uid());
    var queue = command.queueKey() != null ? s.named().get(command.queueKey()) : s.queue();
    if (queue != null) {
      change.link(queue.uid(), LinkTypes.QUEUE_HOLD, ref.uid());
    }
    if (outside) {
      new ReconciliationRecord(s, command, RecordStatus.CANCELED, s.leaseQueue())
          .addTo(change, record);
    }
    return s.leased()
        ? Ending.HELD.end(change, s.newest(), s.newestRecord(), null, null, s.now())
        : change;
  }
}
