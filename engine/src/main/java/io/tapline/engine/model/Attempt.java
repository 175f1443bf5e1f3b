package io.tapline.engine.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What an execution record says: the proof of one attempt. */
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
    List<String> policyRefs) {

  public Attempt {
    correlation = correlation == null ? AttemptCorrelation.NONE : correlation;
  }

  /** Closes the attempt: how it ended, and where it left the subject. */
  public Attempt finished(
      RecordStatus how, Envelope after, Failure failure, JsonNode result, Instant now) {
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
        policyRefs);
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
        policyRefs);
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
        policyRefs);
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
            policyRefs);
  }
}
