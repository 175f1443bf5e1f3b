package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.PolicyRefs;
import io.tapline.engine.model.Queue;

/**
 * The record of an action on a job that no worker will report on. It supersedes the last record.
 */
final class ReconciliationRecord {

  private ReconciliationRecord() {}

  /**
   * Whether the work is at an external system, so that only an operator can determine its result.
   */
  static boolean needed(Envelope envelope) {
    return envelope.state() == ExecutionState.WAITING_EXTERNAL
        || envelope.heldFrom() == ExecutionState.WAITING_EXTERNAL;
  }

  /** Adds the record to a change, which must already contain the new envelope. */
  static SubjectChange record(
      SubjectChange change,
      DecisionInput s,
      ObjectRef ref,
      ActionKey action,
      RecordStatus status,
      Queue queue,
      RequestMeta meta) {
    return record(change, s, ref, action, status, queue, meta, null);
  }

  /**
   * @param failure the failure of a job that failed without a worker, or null
   */
  static SubjectChange record(
      SubjectChange change,
      DecisionInput s,
      ObjectRef ref,
      ActionKey action,
      RecordStatus status,
      Queue queue,
      RequestMeta meta,
      AttemptFailure failure) {
    change
        .record(
            new ExecutionRecord(
                ref.uid(),
                ref.euid(),
                attempt(s, action, status, queue, meta, change.after(), failure)))
        .link(s.subject().uid(), LinkTypes.SUBJECT_RECORD, ref.uid());
    if (queue != null) {
      change.link(queue.uid(), LinkTypes.QUEUE_RECORD, ref.uid());
    }
    return s.newestRecord() == null
        ? change
        : change.link(ref.uid(), LinkTypes.RECORD_SUPERSEDES, s.newestRecord().uid());
  }

  private static Attempt attempt(
      DecisionInput s,
      ActionKey action,
      RecordStatus status,
      Queue queue,
      RequestMeta meta,
      Envelope after,
      AttemptFailure failure) {
    return AttemptBuilder.builder()
        .attemptNumber(s.envelope().attemptCount())
        .status(status)
        .actionKey(action.wire())
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(s.payloadHash())
        .expectedState(s.envelope().state())
        .startState(s.envelope().state())
        .endState(after.state())
        .startRevision(s.envelope().revision())
        .endRevision(after.revision())
        .startedAt(s.now())
        .finishedAt(s.now())
        .durationMs(0L)
        .retryable(failure == null ? null : failure.retryable())
        .errorClass(failure == null ? null : failure.errorClass().name())
        .errorCode(failure == null ? null : failure.errorCode())
        .errorMessage(failure == null ? null : failure.errorMessage())
        .correlation(CorrelationIds.of(meta, s.envelope()))
        .policyRefs(PolicyRefs.stored(queue))
        .nextActionKey(s.envelope().nextActionKey())
        .endingActionKey(action.wire())
        .build();
  }
}
