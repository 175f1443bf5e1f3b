package io.tapline.engine.model;

/** The class of a failure decides what becomes of the subject. */
public enum ErrorClass {
  TRANSIENT_SYSTEM(FailureEffect.RETRY, "exhausted_retries", "exec"),
  TRANSIENT_DEPENDENCY(FailureEffect.RETRY, "dependency_unavailable", "exec"),
  TRANSIENT_CAPACITY(FailureEffect.RETRY, "exhausted_retries", "exec"),
  PERMANENT_INPUT(FailureEffect.FAIL, "validation_failed", "input"),
  PERMANENT_STATE(FailureEffect.FAIL, "policy_violation", "exec"),
  BUSINESS_RULE_HOLD(FailureEffect.HOLD, "policy_violation", "exec"),
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
