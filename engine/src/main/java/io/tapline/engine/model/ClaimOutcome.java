package io.tapline.engine.model;

import io.tapline.api.ClaimAnswer;

/**
 * What became of a claim that stands beside something else: an answer, a refusal of its own, or a
 * fault that came in its way.
 */
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

  /** Whether the answer was that there is no work. */
  public boolean noWork() {
    return answer != null && answer.claims().isEmpty();
  }

  /** The answer; otherwise what was said against it, or went wrong, as an exception. */
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
