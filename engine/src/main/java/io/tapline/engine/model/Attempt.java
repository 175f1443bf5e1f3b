package io.tapline.engine.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What an execution record says: the proof of one attempt.
 *
 * @param actionKey what was done, in the words of who did it: at first what was expected
 * @param nextActionKey what was expected: the action that the subject waited for when it was
 *     claimed
 * @param endingActionKey the action that ended the attempt: the pack's own, or the engine's; null
 *     while it goes on
 */
public record Attempt(
    int attemptNumber,
    RecordStatus status,
    String actionKey,
    String idempotencyKey,
    String payloadHash,
    ExecutionState expectedState,
    ExecutionState startState,
    ExecutionState endState,
    Long startRevision,
    Long endRevision,
    Instant startedAt,
    Instant finishedAt,
    Long durationMs,
    Boolean retryable,
    String errorClass,
    String errorCode,
    String errorMessage,
    AttemptCorrelation correlation,
    JsonNode inputSnapshot,
    JsonNode resultSnapshot,
    List<String> policyRefs,
    String nextActionKey,
    String endingActionKey) {

  public Attempt {
    correlation = correlation == null ? AttemptCorrelation.NONE : correlation;
  }

  /** Closes the attempt: how it ended, and where it left the subject. */
  public Attempt finished(
      RecordStatus how, Envelope after, AttemptFailure failure, JsonNode result, Instant now) {
    return new Attempt(
        attemptNumber,
        how,
        actionKey,
        idempotencyKey,
        payloadHash,
        expectedState,
        startState,
        after.state(),
        startRevision,
        after.revision(),
        startedAt,
        now,
        Duration.between(startedAt, now).toMillis(),
        failure == null ? null : failure.retryable(),
        failure == null ? null : failure.errorClass().name(),
        failure == null ? null : failure.errorCode(),
        failure == null ? null : failure.errorMessage(),
        correlation,
        inputSnapshot,
        result,
        policyRefs,
        nextActionKey,
        endingActionKey);
  }

  /** What the lease of this attempt does not say already. */
  public Attempt besides(LeaseTerms lease) {
    return new Attempt(
        0,
        status,
        unless(actionKey, lease.nextActionKey()),
        unless(idempotencyKey, lease.idempotencyKey()),
        unless(payloadHash, lease.payloadHash()),
        unless(expectedState, startState),
        startState,
        endState,
        unless(startRevision, lease.subjectRevisionAtClaim()),
        endRevision,
        unless(startedAt, lease.claimedAt()),
        finishedAt,
        durationMs,
        retryable,
        errorClass,
        errorCode,
        errorMessage,
        correlation,
        inputSnapshot,
        resultSnapshot,
        policyRefs,
        unless(nextActionKey, lease.nextActionKey()),
        unless(endingActionKey, usual(status)));
  }

  /** The whole again. */
  public Attempt under(LeaseTerms lease) {
    return new Attempt(
        lease.attemptNumber(),
        status,
        or(actionKey, lease.nextActionKey()),
        or(idempotencyKey, lease.idempotencyKey()),
        or(payloadHash, lease.payloadHash()),
        or(expectedState, startState),
        startState,
        endState,
        or(startRevision, lease.subjectRevisionAtClaim()),
        endRevision,
        or(startedAt, lease.claimedAt()),
        finishedAt,
        durationMs,
        retryable,
        errorClass,
        errorCode,
        errorMessage,
        correlation,
        inputSnapshot,
        resultSnapshot,
        policyRefs,
        or(nextActionKey, lease.nextActionKey()),
        or(endingActionKey, usual(status)));
  }

  /** Ended by this action. */
  public Attempt endedBy(ActionName action) {
    return new Attempt(
        attemptNumber,
        status,
        actionKey,
        idempotencyKey,
        payloadHash,
        expectedState,
        startState,
        endState,
        startRevision,
        endRevision,
        startedAt,
        finishedAt,
        durationMs,
        retryable,
        errorClass,
        errorCode,
        errorMessage,
        correlation,
        inputSnapshot,
        resultSnapshot,
        policyRefs,
        nextActionKey,
        action.wire());
  }

  /** By which action an attempt ends so, unless another is named; what is usual is not stored. */
  private static String usual(RecordStatus status) {
    return switch (status) {
      case SUCCEEDED -> ActionKey.COMPLETE_QUEUE_EXECUTION.wire();
      case FAILED_RETRYABLE, FAILED_TERMINAL -> ActionKey.FAIL_QUEUE_EXECUTION.wire();
      case EXPIRED -> ActionKey.EXPIRE_QUEUE_LEASE.wire();
      case STARTED, CANCELED -> null;
    };
  }

  private static <T> T unless(T value, T said) {
    return value == null || value.equals(said) ? null : value;
  }

  private static <T> T or(T value, T said) {
    return value == null ? said : value;
  }

  public Attempt of(String domainAction) {
    return domainAction == null
        ? this
        : new Attempt(
            attemptNumber,
            status,
            domainAction,
            idempotencyKey,
            payloadHash,
            expectedState,
            startState,
            endState,
            startRevision,
            endRevision,
            startedAt,
            finishedAt,
            durationMs,
            retryable,
            errorClass,
            errorCode,
            errorMessage,
            correlation,
            inputSnapshot,
            resultSnapshot,
            policyRefs,
            nextActionKey,
            endingActionKey);
  }
}
