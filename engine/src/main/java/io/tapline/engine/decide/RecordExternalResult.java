package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.request.ExternalResult;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;

/**
 * Records the result of external work. The result has a record, which supersedes the record of the
 * dispatch. A result is late when the job no longer waits for it: it is recorded, and the job does
 * not change.
 */
public final class RecordExternalResult {

  /** Outcome of a result that arrived after the job was cancelled, requeued or retried. */
  public static final String RECORDED_LATE = "RECORDED_LATE";

  private static final ActionKey RESULT = ActionKey.RECORD_EXTERNAL_RESULT;

  private RecordExternalResult() {}

  public static Decision decide(DecisionInput s, ExternalResult command) {
    var unknown =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () ->
                command.workerEuid() != null && s.worker() == null
                    ? Refusal.unknown("worker_euid", "worker " + command.workerEuid())
                    : null);
    if (unknown != null) {
      return unknown;
    }
    return isLate(s, command) ? decideLate(s, command) : decideAwaited(s, command);
  }

  /**
   * The reference has a dispatch without a result, and the job no longer waits for it. RUNNING
   * requests a lease and is no result.
   */
  private static boolean isLate(DecisionInput s, ExternalResult command) {
    var awaited = s.envelope().external();
    return s.dispatch() != null
        && !s.dispatch().answered()
        && command.outcome() != ExecutionState.RUNNING
        && (awaited == null || !awaited.externalRef().equals(command.externalRef()));
  }

  private static Decision decideLate(DecisionInput s, ExternalResult command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.asExpected(s, command.expect()), () -> outcomeApplies(s, command));
    if (refusal != null) {
      return refusal;
    }
    var ref = s.draw().record();
    return SubjectChange.none(s.envelope())
        .status(RECORDED_LATE)
        .record(new ExecutionRecord(ref.uid(), ref.euid(), lateRecord(s, command)))
        .link(s.subject().uid(), LinkTypes.SUBJECT_RECORD, ref.uid())
        .link(s.dispatch().queueUid(), LinkTypes.QUEUE_RECORD, ref.uid())
        .link(ref.uid(), LinkTypes.RECORD_SUPERSEDES, s.dispatch().recordUid());
  }

  /**
   * Start and end have equal states and revisions: a late result changes nothing and spends no
   * attempt.
   */
  private static Attempt lateRecord(DecisionInput s, ExternalResult command) {
    var failure = failure(command);
    return AttemptBuilder.builder()
        .attemptNumber(s.dispatch().attemptNumber())
        .status(RecordStatus.STARTED)
        .actionKey(s.dispatch().nextActionKey())
        .idempotencyKey(command.meta().idempotencyKey())
        .payloadHash(s.payloadHash())
        .expectedState(ExecutionState.WAITING_EXTERNAL)
        .startState(s.envelope().state())
        .startRevision(s.envelope().revision())
        .startedAt(s.dispatch().dispatchedAt())
        .correlation(s.attemptCorrelation(command.meta()))
        .nextActionKey(s.dispatch().nextActionKey())
        .endingActionKey(RESULT.wire())
        .build()
        .finished(status(failure), s.envelope(), failure, command.resultPayload(), s.now());
  }

  private static RecordStatus status(AttemptFailure failure) {
    return failure == null
        ? RecordStatus.SUCCEEDED
        : failure.retryable() ? RecordStatus.FAILED_RETRYABLE : RecordStatus.FAILED_TERMINAL;
  }

  private static Decision decideAwaited(DecisionInput s, ExternalResult command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, RESULT),
            () -> sameReference(s, command),
            () -> DecisionRules.routable(s, "next_queue_key", command.nextQueueKey()),
            () -> outcomeApplies(s, command),
            () -> endsTheStep(s, command) ? DecisionRules.completable(s, false) : null);
    if (refusal != null) {
      return refusal;
    }
    return command.outcome() == ExecutionState.RUNNING ? resume(s, command) : finish(s, command);
  }

  /** A job that returns to its queue or to a worker is not complete yet. */
  private static boolean endsTheStep(DecisionInput s, ExternalResult command) {
    return command.outcome() == ExecutionState.COMPLETED
        || command.outcome() == ExecutionState.READY
            && command.nextQueueKey() != null
            && !command.nextQueueKey().equals(s.leaseQueue().key());
  }

  /** The named worker continues under a new lease. */
  private static SubjectChange resume(DecisionInput s, ExternalResult command) {
    var change = SubjectChange.of(s.envelope());
    GrantLease.grant(change, s, LeaseRequest.of(command.meta()));
    var running =
        s.envelope()
            .to(ExecutionState.RUNNING)
            .external(null)
            .lastRecord(change.newRecord().euid())
            .at(s.now());
    change.step(RESULT, running, EventType.JOB_STARTED, "external result");
    return change.link(
        change.newRecord().uid(), LinkTypes.RECORD_SUPERSEDES, s.newestRecord().uid());
  }

  private static SubjectChange finish(DecisionInput s, ExternalResult command) {
    var ref = s.draw().record();
    var change = SubjectChange.of(s.envelope());
    var failure = failure(command);
    boolean exhausted = s.envelope().exhaustedByOneMore(s.leaseQueue().policy());
    RecordStatus status;
    if (s.envelope().cancelRequested() && command.outcome() != ExecutionState.COMPLETED) {
      status = cancel(change, s, failure, ref);
    } else if (failure == null) {
      status = RecordStatus.SUCCEEDED;
      succeed(change, s, command, ref);
    } else if (failure.retryable() && !exhausted) {
      status = RecordStatus.FAILED_RETRYABLE;
      var waiting =
          s.envelope()
              .to(ExecutionState.FAILED_RETRYABLE)
              .spendAttempt()
              .external(null)
              .retryAt(s.retryAt())
              .lastRecord(ref.euid())
              .at(s.now());
      change.step(RESULT, waiting, EventType.JOB_RETRY_SCHEDULED, failure.reasonCode());
    } else {
      status = RecordStatus.FAILED_TERMINAL;
      TerminalFailure.reach(change, RESULT, withRecord(s, ref), failure, Ending.FAILED_TERMINAL);
    }
    return change
        .record(
            new ExecutionRecord(
                ref.uid(), ref.euid(), record(s, command, change.after(), status, failure)))
        .link(s.subject().uid(), LinkTypes.SUBJECT_RECORD, ref.uid())
        .link(s.leaseQueue().uid(), LinkTypes.QUEUE_RECORD, ref.uid())
        .link(ref.uid(), LinkTypes.RECORD_SUPERSEDES, s.newestRecord().uid());
  }

  /** A pending soft cancel applies to every outcome except completion. */
  private static RecordStatus cancel(
      SubjectChange change, DecisionInput s, AttemptFailure failure, ObjectRef record) {
    var draft = s.envelope().to(ExecutionState.CANCELED).canceled().lastRecord(record.euid());
    if (failure != null) {
      draft.spendAttempt();
    }
    change.step(RESULT, draft.at(s.now()), EventType.JOB_CANCELLED, "soft cancel");
    return status(failure);
  }

  private static void succeed(
      SubjectChange change, DecisionInput s, ExternalResult command, ObjectRef record) {
    if (command.outcome() == ExecutionState.COMPLETED) {
      var done =
          s.envelope()
              .to(ExecutionState.COMPLETED)
              .queue(null, null)
              .external(null)
              .cancelRequested(false)
              .lastRecord(record.euid())
              .at(s.now());
      change.step(RESULT, done, EventType.JOB_SUCCEEDED, null);
      return;
    }
    var draft =
        s.envelope()
            .to(ExecutionState.READY)
            .external(null)
            .forgetAttempts()
            .readyAt(s.now())
            .lastRecord(record.euid());
    if (command.nextQueueKey() != null) {
      draft.queue(
          command.nextQueueKey(),
          s.named().get(command.nextQueueKey()).actionFor(command.nextActionKey()));
    } else if (command.nextActionKey() != null) {
      draft.queue(s.envelope().nextQueueKey(), command.nextActionKey());
    }
    change.step(RESULT, draft.at(s.now()), EventType.JOB_ROUTED, null);
  }

  private static Attempt record(
      DecisionInput s,
      ExternalResult command,
      Envelope after,
      RecordStatus status,
      AttemptFailure failure) {
    var dispatchedAt = s.envelope().external().dispatchedAt();
    return AttemptBuilder.builder()
        .attemptNumber(s.envelope().attemptCount() + 1)
        .status(RecordStatus.STARTED)
        .actionKey(s.envelope().nextActionKey())
        .idempotencyKey(command.meta().idempotencyKey())
        .payloadHash(s.payloadHash())
        .expectedState(ExecutionState.WAITING_EXTERNAL)
        .startState(s.envelope().state())
        .startRevision(s.envelope().revision())
        .startedAt(dispatchedAt)
        .correlation(s.attemptCorrelation(command.meta()))
        .policyRefs(Queue.storedPolicyRefs(s.leaseQueue()))
        .nextActionKey(s.envelope().nextActionKey())
        .endingActionKey(RESULT.wire())
        .build()
        .finished(status, after, failure, command.resultPayload(), s.now());
  }

  private static DecisionInput withRecord(DecisionInput s, ObjectRef ref) {
    return DecisionInputBuilder.builder(s)
        .record(new ExecutionRecord(ref.uid(), ref.euid(), null))
        .build();
  }

  private static AttemptFailure failure(ExternalResult command) {
    var given = command.errorClass();
    var errorClass =
        switch (command.outcome()) {
          case FAILED_RETRYABLE -> given != null ? given : ErrorClass.TRANSIENT_DEPENDENCY;
          case FAILED_TERMINAL -> given != null ? given : ErrorClass.PERMANENT_STATE;
          default -> null;
        };
    return errorClass == null
        ? null
        : new AttemptFailure(
            errorClass,
            null,
            command.errorMessage() != null ? command.errorMessage() : errorClass.name(),
            errorClass.reasonCode(),
            errorClass.stage());
  }

  private static Refusal sameReference(DecisionInput s, ExternalResult command) {
    var waitingFor = s.envelope().external().externalRef();
    return waitingFor.equals(command.externalRef())
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "external_ref: job %s waits for %s, not %s"
                .formatted(s.subject().euid(), waitingFor, command.externalRef()));
  }

  private static Refusal outcomeApplies(DecisionInput s, ExternalResult command) {
    if (command.outcome() == ExecutionState.CANCELED
        || !Transitions.allows(RESULT, ExecutionState.WAITING_EXTERNAL, command.outcome())) {
      return Refusal.invalid(
          "outcome",
          command.outcome()
              + " is not one of READY, RUNNING, COMPLETED, "
              + "FAILED_RETRYABLE, FAILED_TERMINAL");
    }
    var failure = failure(command);
    if (failure != null
        && failure.retryable() != (command.outcome() == ExecutionState.FAILED_RETRYABLE)) {
      return Refusal.invalid(
          "error_class", failure.errorClass() + " contradicts outcome " + command.outcome());
    }
    if (command.outcome() != ExecutionState.RUNNING) {
      return null;
    }
    if (s.worker() == null) {
      return Refusal.invalid(
          "worker_euid", "outcome RUNNING requires the worker that continues the job");
    }
    if (s.queue() == null) {
      return Refusal.invalid("outcome", "the job's queue is gone, so no lease can be granted");
    }
    var refusal = WorkerEligibility.mayHold(s.worker());
    return refusal != null ? refusal : WorkerEligibility.belowLimit(s.worker(), s.workerLeases());
  }
}
