package io.tapline.engine.model;

import io.tapline.api.ErrorClass;

/** Why an attempt failed, in the words that dead letters and records keep. */
public record AttemptFailure(
    ErrorClass errorClass, String errorCode, String errorMessage, String reasonCode, String stage) {

  public boolean retryable() {
    return errorClass.outcome() == ErrorClass.FailureEffect.RETRY;
  }

  /** Too late to be worth doing: another try would be later still. */
  public static AttemptFailure deadline() {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEADLINE_PASSED",
        "the deadline passed before it was done",
        DeadLetterReason.TIMEOUT,
        "exec");
  }

  /** What it depended on failed, and it was to fail with it. */
  public static AttemptFailure dependency() {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEPENDENCY_FAILED",
        "a job that it depends on failed",
        "dependency_unavailable",
        "input");
  }

  /** An operator gives it up: the reason is the operator's own. */
  public static AttemptFailure givenUp(String reasonCode, String stage, String reason) {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEAD_LETTERED",
        reason,
        reasonCode,
        stage == null ? ErrorClass.PERMANENT_STATE.stage() : stage);
  }
}
