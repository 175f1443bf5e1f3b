package io.tapline.engine.model;

/** What became of one item of a batch: an answer, or a refusal of its own. */
public record ItemOutcome(ActionAnswer answer, Refusal refusal) {

  public static ItemOutcome of(ActionAnswer answer) {
    return new ItemOutcome(answer, null);
  }

  public static ItemOutcome of(Refusal refusal) {
    return new ItemOutcome(null, refusal);
  }

  public boolean refused() {
    return refusal != null;
  }

  /** The answer, or the refusal as an exception. */
  public ActionAnswer orThrow() {
    if (refused()) {
      throw new RefusedException(refusal);
    }
    return answer;
  }
}
