package io.tapline.engine.decide;

import io.tapline.engine.command.Cancel;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.RecordStatus;

/** Hard: ended at once, lease and all. Soft: a worker that holds it is asked to stop first. */
public final class CancelSubject {

  private static final ActionKey CANCEL = ActionKey.CANCEL_SUBJECT_EXECUTION;

  private CancelSubject() {}

  public static Decision decide(Situation s, Cancel command) {
    var refusal =
        Rules.first(
            () -> Rules.subjectExists(s, command.subjectEuid()),
            () -> Rules.notTerminal(s),
            () -> Rules.asExpected(s, command.expect()),
            () -> Rules.accepts(s, CANCEL));
    if (refusal != null) {
      return refusal;
    }
    if (command.soft() && s.leased()) {
      return Change.of(s.envelope())
          .step(
              CANCEL,
              s.envelope().to(s.envelope().state()).cancelRequested(true).at(s.now()),
              EventType.JOB_CANCEL_REQUESTED,
              "soft")
          .status("CANCEL_REQUESTED");
    }
    boolean outside = Reconciliation.needed(s.envelope());
    var ref = outside ? s.draw().record() : null;
    var draft = s.envelope().to(ExecutionState.CANCELED).canceled();
    var canceled = (outside ? draft.lastRecord(ref.euid()) : draft).at(s.now());
    var change =
        Change.of(s.envelope())
            .step(CANCEL, canceled, EventType.JOB_CANCELLED, command.soft() ? "soft" : "hard");
    if (outside) {
      Reconciliation.record(
          change,
          s,
          ref,
          CANCEL,
          RecordStatus.CANCELED,
          s.leaseQueue(),
          command.meta(),
          command.expect());
    }
    // The holds end with the subject: a later requeue must not meet a hold that nobody sees.
    for (var hold : s.activeHolds()) {
      change
          .release(hold.with(hold.note().released("cancelled: " + command.reason(), s.now(), null)))
          .link(s.actorUid(), Relationship.ACTOR_HOLD_RELEASE, hold.uid());
    }
    return s.leased()
        ? Ending.CANCELED.end(change, s.newest(), s.newestRecord(), null, null, s.now())
        : change;
  }
}
