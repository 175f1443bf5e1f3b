package io.tapline.engine.model;

import java.util.List;

/**
 * What became of one item of a batch: an answer, or a refusal of its own.
 *
 * @param refusedSubjects the subjects that a refusal is about, as far as they were found; for the
 *     log, since the request may name them by a lease or as members
 */
public record ItemOutcome(
    ActionAnswer answer, Refusal refusal, List<RefusedSubject> refusedSubjects) {

  /**
   * @param queueKey the queue that it is in; null when it is in none, or was not read
   */
  public record RefusedSubject(String subjectEuid, String queueKey) {}

  public static ItemOutcome of(ActionAnswer answer) {
    return new ItemOutcome(answer, null, List.of());
  }

  public static ItemOutcome of(Refusal refusal) {
    return new ItemOutcome(null, refusal, List.of());
  }

  public static ItemOutcome of(Refusal refusal, List<RefusedSubject> about) {
    return new ItemOutcome(null, refusal, about);
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
