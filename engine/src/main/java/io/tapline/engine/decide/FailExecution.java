package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Fail;
import io.tapline.engine.model.AttemptFailure;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.HoldNote;

/**
 * A worker reports failure. The error class decides between retry, terminal failure, hold and
 * cancel.
 */
public final class FailExecution {

  private static final ActionKey FAIL = ActionKey.FAIL_QUEUE_EXECUTION;

  private FailExecution() {}

  public static Decision decide(DecisionInput s, Fail command) {
    var refusal = LeaseVerb.refusalStartedOrNot(s, command);
    if (refusal == null) {
      refusal =
          DecisionRules.first(
              () -> DecisionRules.routable(s, "next_queue_key", command.nextQueueKey()));
    }
    if (refusal != null) {
      return refusal;
    }
    var failure = failure(command);
    var change = SubjectChange.of(s.envelope());
    var failureEffect = failure.errorClass().outcome();
    Ending ending;
    if (failureEffect == ErrorClass.FailureEffect.CANCEL) {
      // The event contains the code and not the message, because events may leave the system and
      // messages are free text.
      ending = cancel(change, s, Ending.FAILED_INTO_CANCEL, failure.errorCode());
    } else if (s.envelope().cancelRequested()) {
      ending = cancel(change, s, endingOf(failureEffect), "soft cancel");
    } else if (failureEffect == ErrorClass.FailureEffect.HOLD) {
      ending = hold(change, s, failure);
    } else if (failureEffect == ErrorClass.FailureEffect.RETRY
        && !s.envelope().exhaustedByOneMore(s.leaseQueue().policy())) {
      ending = retry(change, s, command);
    } else {
      ending = giveUp(change, s, failure);
    }
    return ending.end(change, s.lease(), s.record(), failure, command.resultPayload(), s.now());
  }

  private static Ending endingOf(ErrorClass.FailureEffect failureEffect) {
    return switch (failureEffect) {
      case RETRY -> Ending.FAILED_RETRYABLE;
      case FAIL -> Ending.FAILED_TERMINAL;
      case HOLD -> Ending.FAILED_INTO_HOLD;
      case CANCEL -> Ending.FAILED_INTO_CANCEL;
    };
  }

  private static Ending retry(SubjectChange change, DecisionInput s, Fail command) {
    var draft =
        s.envelope()
            .to(ExecutionState.FAILED_RETRYABLE)
            .spendAttempt()
            .retryAt(s.retryAt())
            .lastRecord(s.record().euid());
    if (command.nextQueueKey() != null) {
      draft.queue(
          command.nextQueueKey(),
          DecisionRules.nextAction(s, s.named().get(command.nextQueueKey())));
    }
    change.step(FAIL, draft.at(s.now()), EventType.JOB_RETRY_SCHEDULED, command.errorCode());
    return Ending.FAILED_RETRYABLE;
  }

  private static Ending giveUp(SubjectChange change, DecisionInput s, AttemptFailure failure) {
    TerminalFailure.reach(change, FAIL, s, failure, Ending.FAILED_TERMINAL);
    return Ending.FAILED_TERMINAL;
  }

  private static Ending hold(SubjectChange change, DecisionInput s, AttemptFailure failure) {
    var before =
        s.envelope().state() == ExecutionState.RUNNING
            ? ExecutionState.READY
            : s.envelope().state();
    var held =
        s.envelope()
            .to(ExecutionState.HELD)
            .held(before, failure.errorMessage())
            .lastRecord(s.record().euid())
            .at(s.now());
    change.step(FAIL, held, EventType.JOB_HELD, failure.errorCode());
    var ref = s.draw().hold();
    change.place(
        new Hold(
            ref.uid(),
            ref.euid(),
            HoldNote.placed(holdCode(failure), failure.errorMessage(), s.now(), null)));
    change.link(s.subject().uid(), LinkTypes.SUBJECT_HOLD, ref.uid());
    change.link(s.lease().queueUid(), LinkTypes.QUEUE_HOLD, ref.uid());
    change.link(s.lease().workerUid(), LinkTypes.ACTOR_HOLD, ref.uid());
    return Ending.FAILED_INTO_HOLD;
  }

  /** The error code of the worker or pack, else the error class. */
  private static String holdCode(AttemptFailure failure) {
    return failure.errorCode() != null ? failure.errorCode() : failure.errorClass().name();
  }

  private static Ending cancel(SubjectChange change, DecisionInput s, Ending ending, String cause) {
    var canceled =
        ending
            .count(s.envelope().to(ExecutionState.CANCELED))
            .canceled()
            .lastRecord(s.record().euid())
            .at(s.now());
    change.step(FAIL, canceled, EventType.JOB_CANCELLED, cause);
    return ending;
  }

  /** The failure of the command, completed with the defaults of its error class. */
  private static AttemptFailure failure(Fail command) {
    var errorClass =
        command.errorClass() != null
            ? command.errorClass()
            : command.retryable() ? ErrorClass.TRANSIENT_SYSTEM : ErrorClass.PERMANENT_STATE;
    return new AttemptFailure(
        errorClass,
        command.errorCode(),
        command.errorMessage() != null ? command.errorMessage() : errorClass.name(),
        command.reasonCode() != null ? command.reasonCode() : errorClass.reasonCode(),
        command.stage() != null ? command.stage() : errorClass.stage());
  }
}
