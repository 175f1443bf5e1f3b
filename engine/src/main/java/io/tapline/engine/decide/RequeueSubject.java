package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.ResolutionState;
import io.tapline.api.Role;
import io.tapline.api.request.Requeue;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Queue;

/**
 * An operator returns a job to READY with an attempt count of zero. A record documents the
 * reconciliation.
 */
public final class RequeueSubject {

  private RequeueSubject() {}

  public static Decision decide(DecisionInput s, Requeue command) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () ->
                s.leased()
                    ? Refusal.of(
                        Code.ALREADY_LEASED,
                        "job %s is leased to a worker (%s); cancel or expire the lease first"
                            .formatted(s.subject().euid(), s.newest().euid()))
                    : null,
            () -> heldNeedsOverride(s, command),
            () -> DecisionRules.asExpected(s, command.expect()),
            () -> DecisionRules.accepts(s, ActionKey.REQUEUE_SUBJECT),
            () -> DecisionRules.routable(s, "queue_key", command.queueKey()),
            () ->
                destination(s, command) == null
                    ? Refusal.invalid("queue_key", "the job has no queue; send queue_key")
                    : DecisionRules.takesPayload(s, "queue_key", destination(s, command)));
    if (refusal != null) {
      return refusal;
    }
    var queue = destination(s, command);
    var record = s.draw().record();
    var ready = ready(s, command, queue).lastRecord(record.euid()).at(s.now());
    var change =
        SubjectChange.of(s.envelope())
            .step(ActionKey.REQUEUE_SUBJECT, ready, EventType.JOB_REQUEUED, null);
    new ReconciliationRecord(s, command, RecordStatus.SUCCEEDED, queue).addTo(change, record);
    change.releaseAll(s, command.reason());
    if (s.deadLetter() != null) {
      change
          .resolve(
              s.deadLetter()
                  .with(
                      s.deadLetter()
                          .note()
                          .resolved(ResolutionState.REQUEUED, command.reason(), s.now())))
          .link(s.actorUid(), LinkTypes.ACTOR_DEAD_LETTER_RESOLUTION, s.deadLetter().uid());
    }
    return change;
  }

  private static Envelope.Draft ready(DecisionInput s, Requeue command, Queue queue) {
    var envelope = s.envelope();
    var draft =
        envelope
            .to(ExecutionState.READY)
            .queue(
                queue.key(),
                command.nextActionKey() != null
                    ? command.nextActionKey()
                    : DecisionRules.nextAction(s, queue))
            .forgetAttempts()
            .noHold()
            .external(null)
            .cancelRequested(false)
            .deadline(null)
            .readyAt(command.readyAt() != null ? command.readyAt() : s.now());
    if (command.priority() != null) {
      draft.priority(command.priority());
    }
    return command.dueAt() != null ? draft.dueAt(command.dueAt()) : draft;
  }

  /** The named queue, else the current one, else the queue of the last lease. */
  private static Queue destination(DecisionInput s, Requeue command) {
    if (command.queueKey() != null) {
      return s.named().get(command.queueKey());
    }
    if (s.queue() != null) {
      return s.queue();
    }
    // A retired queue takes no more jobs, and a new queue may have its key by now.
    boolean retired = s.leaseQueue() != null && s.leaseQueue().policy().retiredAt() != null;
    return retired ? null : s.leaseQueue();
  }

  private static Refusal heldNeedsOverride(DecisionInput s, Requeue command) {
    if (s.envelope().state() != ExecutionState.HELD) {
      return null;
    }
    if (command.override()) {
      return s.caller().is(Role.ADMIN)
          ? null
          : Refusal.of(Code.FORBIDDEN, "override: only an admin may requeue a held job");
    }
    return DecisionRules.notHeld(s);
  }
}
