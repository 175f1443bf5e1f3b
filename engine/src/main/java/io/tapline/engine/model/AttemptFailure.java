package io.tapline.engine.model;

import io.tapline.api.DeadLetterReason;
import io.tapline.api.ErrorClass;

/** The cause of a failed attempt, as dead letters and records store it. */
public record AttemptFailure(
    ErrorClass errorClass, String errorCode, String errorMessage, String reasonCode, String stage) {

  public boolean retryable() {
    return errorClass.outcome() == ErrorClass.FailureEffect.RETRY;
  }

  /** The deadline of the job passed. A retry would be even later. */
  public static AttemptFailure deadline() {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEADLINE_PASSED",
        "the deadline passed before it was done",
        DeadLetterReason.TIMEOUT,
        "exec");
  }

  /** A dependency failed whose failure fails this job too. */
  public static AttemptFailure dependency() {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEPENDENCY_FAILED",
        "a job that it depends on failed",
        "dependency_unavailable",
        "input");
  }

  /** An operator moved the job to the dead letters and gave the reason. */
  public static AttemptFailure givenUp(String reasonCode, String stage, String reason) {
    return new AttemptFailure(
        ErrorClass.PERMANENT_STATE,
        "DEAD_LETTERED",
        reason,
        reasonCode,
        stage == null ? ErrorClass.PERMANENT_STATE.stage() : stage);
  }
}
