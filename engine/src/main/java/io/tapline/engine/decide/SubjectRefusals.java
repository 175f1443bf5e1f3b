package io.tapline.engine.decide;

import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.Refusal;

/** What stands against doing anything to a subject, for actions that are no verbs of its own. */
public final class SubjectRefusals {

  private SubjectRefusals() {}

  /** What stands against any verb of the lease holder, started or not; null if nothing does. */
  public static Refusal againstHolder(DecisionInput s, LeaseCommand command) {
    var refused = LeaseVerb.refusalStartedOrNot(s, command);
    return refused == null ? null : refused.refusal();
  }

  /** What stands against doing anything to a subject; null if nothing does. */
  public static Refusal againstAnyone(
      DecisionInput s, String subjectEuid, StatePrecondition expect) {
    var refused =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, subjectEuid),
            () -> DecisionRules.asExpected(s, expect));
    return refused == null ? null : refused.refusal();
  }
}
