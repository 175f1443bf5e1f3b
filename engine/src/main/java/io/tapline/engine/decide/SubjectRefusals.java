package io.tapline.engine.decide;

import io.tapline.api.Refusal;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.StatePrecondition;

/** Preconditions for pack actions, which have no decision in this package. */
public final class SubjectRefusals {

  private SubjectRefusals() {}

  /**
   * The refusal that applies to every action of the lease holder, whether or not the job was
   * started; or null.
   */
  public static Refusal againstHolder(DecisionInput s, LeaseCommand command) {
    var refused = LeaseVerb.refusalStartedOrNot(s, command);
    return refused == null ? null : refused.refusal();
  }

  /** The refusal that applies to every action on the job; or null. */
  public static Refusal againstAnyone(
      DecisionInput s, String subjectEuid, StatePrecondition expect) {
    var refused =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, subjectEuid),
            () -> DecisionRules.asExpected(s, expect));
    return refused == null ? null : refused.refusal();
  }
}
