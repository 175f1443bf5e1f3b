package io.tapline.engine.model;

import io.tapline.api.Refusal;
import java.util.List;

/**
 * The outcome of one item of a batch: an answer or a refusal.
 *
 * @param refusedSubjects the jobs that a refusal is about, as far as they were found; for the log,
 *     because the request may name them by a lease or as members
 */
public record ItemOutcome(
    ActionAnswer answer, Refusal refusal, List<RefusedSubject> refusedSubjects) {

  /**
   * @param queueKey the queue of the job; null when it is in none or was not read
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

  /** The answer; a refusal is thrown. */
  public ActionAnswer orThrow() {
    if (refused()) {
      throw new RefusedException(refusal);
    }
    return answer;
  }
}
