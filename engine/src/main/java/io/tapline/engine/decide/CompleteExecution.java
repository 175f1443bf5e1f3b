package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.Complete;
import io.tapline.engine.model.Envelope;

/**
 * A worker that holds a live lease reports success. The job completes or moves to the next queue;
 * lease and attempt end.
 */
public final class CompleteExecution {

  private CompleteExecution() {}

  public static Decision decide(DecisionInput s, Complete command) {
    var refusal = LeaseVerb.refusalStartedOrNot(s, command);
    if (refusal == null) {
      refusal =
          DecisionRules.first(
              () -> DecisionRules.completable(s, command.override()),
              () -> DecisionRules.routable(s, "next_queue_key", command.nextQueueKey()),
              () -> outputsExist(s, command));
    }
    if (refusal != null) {
      return refusal;
    }
    var change = SubjectChange.of(s.envelope());
    if (s.envelope().state() != ExecutionState.RUNNING) {
      StartExecution.start(change, s.record().euid(), s.now());
    }
    move(change, s, command);
    for (var output : command.outputs()) {
      change.link(s.record().uid(), LinkTypes.RECORD_OUTPUT, s.outputs().get(output));
    }
    var record = s.record().with(s.record().attempt().of(command.actionKey()));
    return Ending.COMPLETED.end(change, s.lease(), record, null, command.resultPayload(), s.now());
  }

  /** Final completion overrides a pending soft cancel; routing to another queue does not. */
  private static void move(SubjectChange change, DecisionInput s, Complete command) {
    Envelope running = change.after();
    if (command.nextQueueKey() == null) {
      var done =
          running
              .to(ExecutionState.COMPLETED)
              .queue(null, null)
              .cancelRequested(false)
              .lastRecord(s.record().euid())
              .at(s.now());
      change.step(ActionKey.COMPLETE_QUEUE_EXECUTION, done, EventType.JOB_SUCCEEDED, null);
    } else if (running.cancelRequested()) {
      var canceled =
          running.to(ExecutionState.CANCELED).canceled().lastRecord(s.record().euid()).at(s.now());
      change.step(
          ActionKey.COMPLETE_QUEUE_EXECUTION, canceled, EventType.JOB_CANCELLED, "soft cancel");
    } else {
      var routed =
          running
              .to(ExecutionState.READY)
              .queue(
                  command.nextQueueKey(),
                  s.named().get(command.nextQueueKey()).actionFor(command.nextActionKey()))
              .forgetAttempts()
              .readyAt(s.now())
              .lastRecord(s.record().euid())
              .at(s.now());
      change.step(ActionKey.COMPLETE_QUEUE_EXECUTION, routed, EventType.JOB_ROUTED, null);
    }
  }

  private static Refusal outputsExist(DecisionInput s, Complete command) {
    for (var output : command.outputs()) {
      if (!s.outputs().containsKey(output)) {
        return Refusal.unknown("outputs", "object " + output);
      }
    }
    return null;
  }
}
