package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.request.FailOverdue;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.tapdb.TimeText;

/**
 * Fails a job whose deadline has passed. A worker that holds it loses the lease. There is no retry,
 * because it would be even later.
 */
public final class FailOverdueSubject {

  private static final ActionKey FAIL = ActionKey.FAIL_OVERDUE_SUBJECT;

  private FailOverdueSubject() {}

  public static Decision decide(DecisionInput s, FailOverdue command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, FAIL),
            () -> overdue(s));
    if (refusal != null) {
      return refusal;
    }
    return TerminalFailure.giveUp(
        s, command, AttemptFailure.deadline(), Ending.OVERDUE, s.lastQueue(), RecordStatus.EXPIRED);
  }

  private static Refusal overdue(DecisionInput s) {
    return s.envelope().overdue(s.now())
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "job "
                + s.subject().euid()
                + (s.envelope().deadlineAt() == null
                    ? " has no deadline"
                    : " has until " + TimeText.of(s.envelope().deadlineAt())));
  }
}
