package io.tapline.engine.model;

/** Why an attempt failed, in the words that dead letters and records keep. */
public record Failure(
    ErrorClass errorClass, String errorCode, String errorMessage, String reasonCode, String stage) {

  public boolean retryable() {
    return errorClass.outcome() == ErrorClass.Outcome.RETRY;
  }

  public static Failure lapse() {
    return new Failure(
        ErrorClass.TRANSIENT_SYSTEM,
        "LEASE_EXPIRED",
        "the lease lapsed: its worker was not heard of in time",
        DeadLetterReason.TIMEOUT,
        "exec");
  }
}
