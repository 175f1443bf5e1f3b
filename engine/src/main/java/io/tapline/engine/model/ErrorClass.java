package io.tapline.engine.model;

/** The class of a failure decides what becomes of the subject. */
public enum ErrorClass {
  TRANSIENT_SYSTEM(Outcome.RETRY, "exhausted_retries", "exec"),
  TRANSIENT_DEPENDENCY(Outcome.RETRY, "dependency_unavailable", "exec"),
  TRANSIENT_CAPACITY(Outcome.RETRY, "exhausted_retries", "exec"),
  PERMANENT_INPUT(Outcome.FAIL, "validation_failed", "input"),
  PERMANENT_STATE(Outcome.FAIL, "policy_violation", "exec"),
  BUSINESS_RULE_HOLD(Outcome.HOLD, "policy_violation", "exec"),
  OPERATOR_CANCELED(Outcome.CANCEL, "policy_violation", "exec");

  /** What a failure leads to, attempts permitting. */
  public enum Outcome {
    RETRY,
    FAIL,
    HOLD,
    CANCEL
  }

  private final Outcome outcome;
  private final String reasonCode;
  private final String stage;

  ErrorClass(Outcome outcome, String reasonCode, String stage) {
    this.outcome = outcome;
    this.reasonCode = reasonCode;
    this.stage = stage;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** The dead letter's reason when the worker gave none. */
  public String reasonCode() {
    return reasonCode;
  }

  /** The stage when the worker gave none. */
  public String stage() {
    return stage;
  }
}
