package io.tapline.engine.action;

import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.SubjectChange;

/** Decides one command about one job. */
public final class SubjectDecision {

  private SubjectDecision() {}

  /** The record of an ended attempt stores the action that ended it. */
  public static Decision on(DecisionInput s, SubjectCommand command) {
    var decision = ActionTable.of(command.action()).decide(s, command);
    return decision instanceof SubjectChange change
        ? change.endedBy(s.performing() != null ? s.performing() : command.action())
        : decision;
  }
}
