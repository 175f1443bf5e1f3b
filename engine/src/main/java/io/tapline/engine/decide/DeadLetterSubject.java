package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Queue;

/**
 * An operator moves a queued, leased or running job to the dead letters. The lease of a worker
 * ends.
 */
public final class DeadLetterSubject {

  private static final ActionKey DEAD_LETTER = ActionKey.DEAD_LETTER_SUBJECT;

  private DeadLetterSubject() {}

  public static Decision decide(DecisionInput s, SendToDeadLetter command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> DecisionRules.notHeld(s),
            () -> DecisionRules.notTerminal(s),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, DEAD_LETTER),
            () -> keepsDeadLetters(s));
    if (refusal != null) {
      return refusal;
    }
    var failure = AttemptFailure.givenUp(command.reasonCode(), command.stage(), command.reason());
    return TerminalFailure.giveUp(
        s, command, failure, Ending.DEAD_LETTERED, queue(s), RecordStatus.FAILED_TERMINAL);
  }

  /**
   * The queue that leased the job, else the queue that it waits in, else the queue of its last
   * lease.
   */
  private static Queue queue(DecisionInput s) {
    return s.leased() || s.queue() == null ? s.leaseQueue() : s.queue();
  }

  private static Refusal keepsDeadLetters(DecisionInput s) {
    var queue = queue(s);
    return queue != null && queue.policy().deadLetter()
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            queue == null
                ? "job " + s.subject().euid() + " is in no queue; cancel it instead"
                : "queue " + queue.key() + " keeps no dead letters; cancel the job instead");
  }
}
