package io.tapline.engine.model;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;

/** The outcome of a claim that is part of another request: an answer, a refusal, or a fault. */
public record ClaimOutcome(ClaimAnswer answer, Refusal refusal, RuntimeException fault) {

  public static ClaimOutcome of(ClaimAnswer answer) {
    return new ClaimOutcome(answer, null, null);
  }

  public static ClaimOutcome refused(Refusal refusal) {
    return new ClaimOutcome(null, refusal, null);
  }

  public static ClaimOutcome failed(RuntimeException fault) {
    return new ClaimOutcome(null, null, fault);
  }

  public boolean noWork() {
    return answer != null && answer.claims().isEmpty();
  }

  /** The answer; a refusal or fault is thrown. */
  public ClaimAnswer orThrow() {
    if (fault != null) {
      throw fault;
    }
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
    return answer;
  }
}
