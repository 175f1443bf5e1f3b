package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The content of an execution record: the evidence of one attempt.
 *
 * @param actionKey the action that the worker reported; until then the expected one
 * @param nextActionKey the expected action: the next action of the job at the claim
 * @param endingActionKey the action, of the engine or of a pack, that ended the attempt; null while
 *     it runs
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

  /** Closes the attempt. */
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

  /** The part of the attempt that its lease does not contain. Only this part is stored. */
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

  /** The complete attempt, restored from the stored part and the lease. */
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

  public Attempt endedBy(ActionName action) {
    return AttemptBuilder.builder(this).endingActionKey(action.wire()).build();
  }

  /** The default action for this status, which is not stored. */
  private static String usual(RecordStatus status) {
    return switch (status) {
      case SUCCEEDED -> ActionKey.COMPLETE_QUEUE_EXECUTION.wire();
      case FAILED_RETRYABLE, FAILED_TERMINAL -> ActionKey.FAIL_QUEUE_EXECUTION.wire();
      case EXPIRED -> ActionKey.EXPIRE_QUEUE_LEASE.wire();
      case STARTED, CANCELED -> null;
    };
  }

  private static <T> T unless(T value, T implied) {
    return value == null || value.equals(implied) ? null : value;
  }

  private static <T> T or(T value, T implied) {
    return value == null ? implied : value;
  }

  public Attempt of(String domainAction) {
    return domainAction == null
        ? this
        : AttemptBuilder.builder(this).actionKey(domainAction).build();
  }
}
