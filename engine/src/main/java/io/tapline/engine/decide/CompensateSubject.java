package io.tapline.engine.decide;

import io.tapline.engine.command.Compensate;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;

/** Undone: an event, and no change. What was cancelled stays so, and what failed. */
public final class CompensateSubject {

  private CompensateSubject() {}

  public static Decision decide(Situation s, Compensate command) {
    var refusal =
        Rules.first(
            () -> Rules.subjectExists(s, command.subjectEuid()),
            () -> Rules.asExpected(s, command.expect()),
            () -> Rules.accepts(s, ActionKey.COMPENSATE_SUBJECT));
    return refusal != null
        ? refusal
        : Change.of(s.envelope()).event(EventType.JOB_COMPENSATED, null);
  }
}
