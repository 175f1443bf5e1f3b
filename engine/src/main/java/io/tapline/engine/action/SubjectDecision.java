package io.tapline.engine.action;

import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.SubjectChange;

/** One command about one subject, one decision. */
public final class SubjectDecision {

  private SubjectDecision() {}

  /** Whatever ends an attempt, its record says by which action. */
  public static Decision on(DecisionInput s, SubjectCommand command) {
    var decision = ActionTable.of(command.action()).decide(s, command);
    return decision instanceof SubjectChange change
        ? change.endedBy(s.performing() != null ? s.performing() : command.action())
        : decision;
  }
}
