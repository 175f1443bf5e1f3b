package io.tapline.engine.model;

/** Why an attempt failed, in the words that dead letters and records keep. */
public record Failure(
    ErrorClass errorClass, String errorCode, String errorMessage, String reasonCode, String stage) {

  public boolean retryable() {
    return errorClass.outcome() == ErrorClass.Outcome.RETRY;
  }

  /** Too late to be worth doing: another try would be later still. */
  public static Failure deadline() {
    return new Failure(
        ErrorClass.PERMANENT_STATE,
        "DEADLINE_PASSED",
        "the deadline passed before it was done",
        DeadLetterReason.TIMEOUT,
        "exec");
  }
}
