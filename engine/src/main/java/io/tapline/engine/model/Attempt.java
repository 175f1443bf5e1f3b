package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
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
@RecordBuilder
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
    return AttemptBuilder.builder(this)
        .status(how)
        .endState(after.state())
        .endRevision(after.revision())
        .finishedAt(now)
        .durationMs(Duration.between(startedAt, now).toMillis())
        .retryable(failure == null ? null : failure.retryable())
        .errorClass(failure == null ? null : failure.errorClass().name())
        .errorCode(failure == null ? null : failure.errorCode())
        .errorMessage(failure == null ? null : failure.errorMessage())
        .resultSnapshot(result)
        .build();
  }

  /** What the lease of this attempt does not say already. */
  public Attempt besides(LeaseTerms lease) {
    return AttemptBuilder.builder(this)
        .attemptNumber(0)
        .actionKey(unless(actionKey, lease.nextActionKey()))
        .idempotencyKey(unless(idempotencyKey, lease.idempotencyKey()))
        .payloadHash(unless(payloadHash, lease.payloadHash()))
        .expectedState(unless(expectedState, startState))
        .startRevision(unless(startRevision, lease.subjectRevisionAtClaim()))
        .startedAt(unless(startedAt, lease.claimedAt()))
        .nextActionKey(unless(nextActionKey, lease.nextActionKey()))
        .endingActionKey(unless(endingActionKey, usual(status)))
        .build();
  }

  /** The whole again. */
  public Attempt under(LeaseTerms lease) {
    return AttemptBuilder.builder(this)
        .attemptNumber(lease.attemptNumber())
        .actionKey(or(actionKey, lease.nextActionKey()))
        .idempotencyKey(or(idempotencyKey, lease.idempotencyKey()))
        .payloadHash(or(payloadHash, lease.payloadHash()))
        .expectedState(or(expectedState, startState))
        .startRevision(or(startRevision, lease.subjectRevisionAtClaim()))
        .startedAt(or(startedAt, lease.claimedAt()))
        .nextActionKey(or(nextActionKey, lease.nextActionKey()))
        .endingActionKey(or(endingActionKey, usual(status)))
        .build();
  }

  /** Ended by this action. */
  public Attempt endedBy(ActionName action) {
    return AttemptBuilder.builder(this).endingActionKey(action.wire()).build();
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
        : AttemptBuilder.builder(this).actionKey(domainAction).build();
  }
}
