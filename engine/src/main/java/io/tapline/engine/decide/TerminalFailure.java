package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.ResolutionState;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.DeadLetterNoteBuilder;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import java.time.Instant;

/** Moves a job to FAILED_TERMINAL and opens a dead letter, unless the queue keeps none. */
final class TerminalFailure {

  private TerminalFailure() {}

  static void reach(
      SubjectChange change,
      ActionKey action,
      DecisionInput s,
      AttemptFailure failure,
      Ending ending) {
    var keeps = s.leaseQueue().policy().deadLetter();
    var failed =
        ending
            .count(s.envelope().to(ExecutionState.FAILED_TERMINAL))
            .external(null)
            .lastRecord(s.record().euid())
            .at(s.now());
    change.step(
        action,
        failed,
        keeps ? EventType.JOB_DEAD_LETTERED : EventType.JOB_FAILED,
        reason(s, failure));
    if (keeps) {
      open(change, s, failure, s.leaseQueue(), s.record().uid(), leaseEnd(s, ending));
    }
  }

  /** The expiry of the last lease; for a lease that was taken from the worker, the time of that. */
  private static Instant leaseEnd(DecisionInput s, Ending ending) {
    if (s.lease() == null) {
      return null;
    }
    boolean taken =
        ending.leaseStatus() == LeaseStatus.EXPIRED
            || ending.leaseStatus() == LeaseStatus.ABANDONED;
    return taken ? ending.instant(s.lease().terms(), s.now()) : s.lease().terms().expiresAt();
  }

  /**
   * Ends a job without a report of its worker. A live lease ends; a job without one gets a record
   * of the failure.
   *
   * @param unleased the status of that record
   */
  static SubjectChange giveUp(
      DecisionInput s,
      SubjectCommand command,
      AttemptFailure failure,
      Ending ending,
      Queue queue,
      RecordStatus unleased) {
    var action = command.action();
    var change = SubjectChange.of(s.envelope());
    if (s.leased()) {
      reach(change, action, s, failure, ending);
      return ending.end(change, s.newest(), s.newestRecord(), failure, null, s.now());
    }
    var record = s.draw().record();
    reachUnleased(change, action, s, failure, queue, record);
    return new ReconciliationRecord(s, command, unleased, queue, failure).addTo(change, record);
  }

  private static void reachUnleased(
      SubjectChange change,
      ActionKey action,
      DecisionInput s,
      AttemptFailure failure,
      Queue queue,
      ObjectRef record) {
    var keeps = queue != null && queue.policy().deadLetter();
    var failed =
        s.envelope()
            .to(ExecutionState.FAILED_TERMINAL)
            .external(null)
            .lastRecord(record.euid())
            .at(s.now());
    change.step(
        action,
        failed,
        keeps ? EventType.JOB_DEAD_LETTERED : EventType.JOB_FAILED,
        reason(s, failure));
    if (keeps) {
      open(change, s, failure, queue, record.uid(), null);
    }
  }

  private static void open(
      SubjectChange change,
      DecisionInput s,
      AttemptFailure failure,
      Queue queue,
      long recordUid,
      Instant leaseEnd) {
    var ref = s.draw().deadLetter();
    var note =
        DeadLetterNoteBuilder.builder()
            .resolutionState(ResolutionState.OPEN)
            .deadLetteredAt(s.now())
            .failureCount(change.after().attemptCount())
            .errorClass(failure.errorClass().name())
            .errorCode(failure.errorCode())
            .errorMessage(failure.errorMessage())
            .reasonCode(reason(s, failure))
            .stage(failure.stage())
            .lastError(failure.errorMessage())
            .attempts(change.after().attemptCount())
            .lastOwner(leaseEnd == null ? null : s.leaseWorkerKey())
            .lastLeaseExpiresAt(leaseEnd)
            .correlationId(s.envelope().correlationId())
            .build();
    change.deadLetter(new DeadLetter(ref.uid(), ref.euid(), note));
    change.link(s.subject().uid(), LinkTypes.SUBJECT_DEAD_LETTER, ref.uid());
    change.link(queue.uid(), LinkTypes.QUEUE_DEAD_LETTER, ref.uid());
    change.link(recordUid, LinkTypes.RECORD_DEAD_LETTER, ref.uid());
  }

  /** The failure of a compensating job has its own reason code, for every cause. */
  private static String reason(DecisionInput s, AttemptFailure failure) {
    return s.envelope().compensates() == null
        ? failure.reasonCode()
        : DeadLetterReason.COMPENSATION_FAILED;
  }
}
