package io.tapline.engine.command;

import io.tapline.api.ExecutionState;

/** What the caller believes of the subject. Given, it must match; absent, it is not asked. */
public record StatePrecondition(ExecutionState state, Long revision) {

  public static final StatePrecondition NOTHING = new StatePrecondition(null, null);

  /** The field that says something, by its name on the wire; null when none does. */
  public String given() {
    return state != null ? "expected_state" : revision != null ? "expected_revision" : null;
  }

  /** Whether nothing is asked: an expectation that is not there, or is empty. */
  public static boolean none(StatePrecondition expect) {
    return expect == null || expect.given() == null;
  }

  static StatePrecondition read(RequestFields f) {
    return new StatePrecondition(
        f.choice("expected_state", ExecutionState.class), SharedFields.revision(f));
  }
}
