package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import java.util.Collection;

/** Combined status of the jobs that a job depends on. */
public enum DependencyStatus {
  MET,
  WAITING,
  FAILED,
  CANCELED;

  /** One dependency: its state and the effect of its failure. */
  public record Dependency(ExecutionState state, OnFailure onFailure) {}

  /** The first failure decides at once, because no other dependency could change the result. */
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
