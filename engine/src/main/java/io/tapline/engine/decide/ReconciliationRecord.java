package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;

/**
 * The record of an action on a job that no worker will report on. It supersedes the last record.
 *
 * @param queue the queue of the job, or null
 * @param failure the failure of a job that failed without a worker, or null
 */
record ReconciliationRecord(
    DecisionInput s,
    SubjectCommand command,
    RecordStatus status,
    Queue queue,
    AttemptFailure failure) {

  ReconciliationRecord(DecisionInput s, SubjectCommand command, RecordStatus status, Queue queue) {
    this(s, command, status, queue, null);
  }

  /**
   * Whether the work is at an external system, so that only an operator can determine its result.
   */
  static boolean needed(Envelope envelope) {
    return envelope.state() == ExecutionState.WAITING_EXTERNAL
        || envelope.heldFrom() == ExecutionState.WAITING_EXTERNAL;
  }

  /** Adds the record to a change, which must already contain the new envelope. */
  SubjectChange addTo(SubjectChange change, ObjectRef ref) {
    change
        .record(new ExecutionRecord(ref.uid(), ref.euid(), attempt(change.after())))
        .link(s.subject().uid(), LinkTypes.SUBJECT_RECORD, ref.uid());
    if (queue != null) {
      change.link(queue.uid(), LinkTypes.QUEUE_RECORD, ref.uid());
    }
    return s.newestRecord() == null
        ? change
        : change.link(ref.uid(), LinkTypes.RECORD_SUPERSEDES, s.newestRecord().uid());
  }

  private Attempt attempt(Envelope after) {
    var action = command.action().wire();
    return AttemptBuilder.builder()
        .attemptNumber(s.envelope().attemptCount())
        .status(status)
        .actionKey(action)
        .idempotencyKey(command.meta().idempotencyKey())
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
        .correlation(s.attemptCorrelation(command.meta()))
        .policyRefs(Queue.storedPolicyRefs(queue))
        .nextActionKey(s.envelope().nextActionKey())
        .endingActionKey(action)
        .build();
  }
}
