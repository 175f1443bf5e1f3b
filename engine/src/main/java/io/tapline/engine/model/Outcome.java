package io.tapline.engine.model;

/** What became of one item of a batch: an answer, or a refusal of its own. */
public record Outcome(Answer answer, Refusal refusal) {

  public static Outcome of(Answer answer) {
    return new Outcome(answer, null);
  }

  public static Outcome of(Refusal refusal) {
    return new Outcome(null, refusal);
  }

  public boolean refused() {
    return refusal != null;
  }

  /** The answer, or the refusal as an exception. */
  public Answer orThrow() {
    if (refused()) {
      throw new RefusedException(refusal);
    }
    return answer;
  }
}
