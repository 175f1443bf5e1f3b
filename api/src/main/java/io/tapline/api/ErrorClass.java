package io.tapline.api;

/** The class of a failure determines retry, permanent failure, hold or cancellation of the job. */
public enum ErrorClass {
  /** Retried: a fault of the worker. */
  TRANSIENT_SYSTEM(FailureEffect.RETRY, "exhausted_retries", "exec"),
  /** Retried: a dependency was unavailable. */
  TRANSIENT_DEPENDENCY(FailureEffect.RETRY, "dependency_unavailable", "exec"),
  /** Retried: the worker lacked memory or slots. */
  TRANSIENT_CAPACITY(FailureEffect.RETRY, "exhausted_retries", "exec"),
  /** Permanent failure: the input is wrong. */
  PERMANENT_INPUT(FailureEffect.FAIL, "validation_failed", "input"),
  /** Permanent failure: the present state does not allow the job. */
  PERMANENT_STATE(FailureEffect.FAIL, "policy_violation", "exec"),
  /** Held until a person releases the hold. */
  BUSINESS_RULE_HOLD(FailureEffect.HOLD, "policy_violation", "exec"),
  /** Cancelled at an operator's request. */
  OPERATOR_CANCELED(FailureEffect.CANCEL, "policy_violation", "exec");

  /** The consequence of a failure; a retry requires a remaining attempt. */
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

  /** The reason code of the dead letter if the worker gave none. */
  public String reasonCode() {
    return reasonCode;
  }

  /** The stage if the worker gave none. */
  public String stage() {
    return stage;
  }
}
