package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.request.Cancel;

/**
 * A hard cancel ends the job and its lease at once. A soft cancel of a leased job asks the worker
 * to stop and keeps the lease.
 */
public final class CancelSubject {

  private static final ActionKey CANCEL = ActionKey.CANCEL_SUBJECT_EXECUTION;

  private CancelSubject() {}

  public static Decision decide(DecisionInput s, Cancel command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, CANCEL));
    if (refusal != null) {
      return refusal;
    }
    if (command.soft() && s.leased()) {
      return SubjectChange.of(s.envelope())
          .step(
              CANCEL,
              s.envelope().to(s.envelope().state()).cancelRequested(true).at(s.now()),
              EventType.JOB_CANCEL_REQUESTED,
              "soft")
          .status("CANCEL_REQUESTED");
    }
    boolean outside = ReconciliationRecord.needed(s.envelope());
    var ref = outside ? s.draw().record() : null;
    var draft = s.envelope().to(ExecutionState.CANCELED).canceled();
    var canceled = (outside ? draft.lastRecord(ref.euid()) : draft).at(s.now());
    var change =
        SubjectChange.of(s.envelope())
            .step(CANCEL, canceled, EventType.JOB_CANCELLED, command.soft() ? "soft" : "hard");
    if (outside) {
      new ReconciliationRecord(s, command, RecordStatus.CANCELED, s.leaseQueue())
          .addTo(change, ref);
    }
    // The holds end with the job, so that a later requeue does not find a hold that no list shows.
    change.releaseAll(s, "cancelled: " + command.reason());
    return s.leased()
        ? Ending.CANCELED.end(change, s.newest(), s.newestRecord(), null, null, s.now())
        : change;
  }
}
