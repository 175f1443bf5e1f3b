package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import java.util.Collection;

/** Whether those that a job depends on let it go on. */
public enum DependencyStatus {
  MET,
  WAITING,
  FAILED,
  CANCELED;

  /** One job that another depends on: its state, and what its failure would mean. */
  public record Dependency(ExecutionState state, OnFailure onFailure) {}

  /** The first failure counts at once: waiting for the others would change nothing. */
  public static DependencyStatus of(Collection<Dependency> all) {
    var verdict = MET;
    for (var one : all) {
      var alone = of(one);
      if (alone == FAILED || alone == CANCELED) {
        return alone;
      }
      verdict = alone == WAITING ? WAITING : verdict;
    }
    return verdict;
  }

  private static DependencyStatus of(Dependency one) {
    return switch (one.state()) {
      case COMPLETED -> MET;
      case FAILED_TERMINAL, CANCELED ->
          switch (one.onFailure()) {
            case CONTINUE -> MET;
            case WAIT -> WAITING;
            case FAIL -> one.state() == ExecutionState.CANCELED ? CANCELED : FAILED;
          };
      default -> WAITING;
    };
  }
}
