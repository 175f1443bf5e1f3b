package io.tapline.api;

/** The class of a failure decides what becomes of the subject. */
public enum ErrorClass {
  /** Tried again: a fault of the worker's own. */
  TRANSIENT_SYSTEM(FailureEffect.RETRY, "exhausted_retries", "exec"),
  /** Tried again: something it needs was not there. */
  TRANSIENT_DEPENDENCY(FailureEffect.RETRY, "dependency_unavailable", "exec"),
  /** Tried again: too little memory, too few places. */
  TRANSIENT_CAPACITY(FailureEffect.RETRY, "exhausted_retries", "exec"),
  /** Failed for good: the input is wrong. */
  PERMANENT_INPUT(FailureEffect.FAIL, "validation_failed", "input"),
  /** Failed for good: it cannot be done as things are. */
  PERMANENT_STATE(FailureEffect.FAIL, "policy_violation", "exec"),
  /** Stopped until a person releases the hold. */
  BUSINESS_RULE_HOLD(FailureEffect.HOLD, "policy_violation", "exec"),
  /** Cancelled, as an operator asked. */
  OPERATOR_CANCELED(FailureEffect.CANCEL, "policy_violation", "exec");

  /** What a failure leads to, attempts permitting. */
  public enum FailureEffect {
    RETRY,
    FAIL,
    HOLD,
    CANCEL
  }

  private final FailureEffect failureEffect;
  private final String reasonCode;
  private final String stage;

  ErrorClass(FailureEffect failureEffect, String reasonCode, String stage) {
    this.failureEffect = failureEffect;
    this.reasonCode = reasonCode;
    this.stage = stage;
  }

  public FailureEffect outcome() {
    return failureEffect;
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
