package io.tapline.engine.command;

import io.tapline.api.ExecutionState;

/** The expected state and revision of a job. A null is not compared. */
public record StatePrecondition(ExecutionState state, Long revision) {

  public static final StatePrecondition NOTHING = new StatePrecondition(null, null);

  /** The wire name of the first field that is set, or null. */
  public String given() {
    return state != null ? "expected_state" : revision != null ? "expected_revision" : null;
  }

  /** Whether there is nothing to compare: the precondition is null or empty. */
  public static boolean none(StatePrecondition expect) {
    return expect == null || expect.given() == null;
  }

  static StatePrecondition read(RequestFields f) {
    return new StatePrecondition(
        f.choice("expected_state", ExecutionState.class), SharedFields.revision(f));
  }
}
