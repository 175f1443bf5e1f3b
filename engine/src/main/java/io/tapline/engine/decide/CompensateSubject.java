package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.request.Compensate;

/**
 * Records that a cancelled or failed job was compensated. The event is the only effect; the state
 * does not change.
 */
public final class CompensateSubject {

  private CompensateSubject() {}

  public static Decision decide(DecisionInput s, Compensate command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, ActionKey.COMPENSATE_SUBJECT));
    return refusal != null
        ? refusal
        : SubjectChange.of(s.envelope()).event(EventType.JOB_COMPENSATED, null);
  }
}
