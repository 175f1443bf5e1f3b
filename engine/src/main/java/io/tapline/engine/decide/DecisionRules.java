package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.CompletionPolicy;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.WordList;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.WorkerPrecondition;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.tapdb.TimeText;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The preconditions that decisions share. Each returns a refusal, or null when it holds.
 * docs/architecture.md states their order.
 */
final class DecisionRules {

  private DecisionRules() {}

  /** The first refusal, or null. A later check may rely on the earlier ones. */
  @SafeVarargs
  static RefusedDecision first(Supplier<Refusal>... checks) {
    for (var check : checks) {
      var refusal = check.get();
      if (refusal != null) {
        return new RefusedDecision(refusal);
      }
    }
    return null;
  }

  /** A retired job keeps its identity, and no action can change it. */
  static Refusal subjectExists(DecisionInput s, String euid) {
    return s.subject() == null
        ? Refusal.unknown("subject_euid", "job " + euid)
        : s.subject().execution().retirement(euid);
  }

  static Refusal leaseExists(DecisionInput s, LeaseCommand command) {
    if (command.subjectEuid() != null && s.subject() == null) {
      return Refusal.unknown("subject_euid", "job " + command.subjectEuid());
    }
    if (s.lease() == null) {
      return Refusal.unknown("lease_euid", "lease " + command.leaseEuid());
    }
    if (s.worker() == null) {
      return Refusal.unknown("worker_euid", "worker " + command.workerEuid());
    }
    return null;
  }

  /**
   * Worker, lease and job must be linked, and the caller must own the worker. An administrator may
   * override this with a reason.
   */
  static Refusal leaseIsTheCallers(DecisionInput s, LeaseCommand command) {
    if (s.lease().subjectUid() != s.subject().uid()) {
      return Refusal.of(
          Code.NOT_LEASE_OWNER,
          "lease " + s.lease().euid() + " is not a lease of job " + s.subject().euid());
    }
    if (command.override() && s.caller().is(Role.ADMIN)) {
      return command.reason() == null || command.reason().isBlank()
          ? Refusal.invalid("reason", "an override needs a reason")
          : null;
    }
    if (command.override()) {
      return Refusal.of(Code.FORBIDDEN, "override: only an admin may act on another's lease");
    }
    if (s.lease().workerUid() != s.worker().uid()) {
      return Refusal.of(
          Code.NOT_LEASE_OWNER,
          "lease " + s.lease().euid() + " belongs to another worker than " + s.worker().euid());
    }
    return s.worker().ownedByCaller()
        ? null
        : Refusal.of(
            Code.NOT_LEASE_OWNER,
            "worker %s was registered by another principal than %s"
                .formatted(s.worker().euid(), s.caller().principal()));
  }

  static Refusal leaseIsLive(DecisionInput s) {
    var lease = s.lease();
    var status = lease.terms().status();
    if (lease.lapsed(s.now())) {
      long ago = Duration.between(lease.terms().expiresAt(), s.now()).toSeconds();
      return Refusal.of(
          Code.LEASE_EXPIRED,
          "lease %s lapsed at %s, %s s ago; the worker no longer holds the job"
              .formatted(lease.euid(), TimeText.of(lease.terms().expiresAt()), ago));
    }
    return status == LeaseStatus.ACTIVE ? null : leaseEnded(lease);
  }

  /**
   * The refusal contains time and cause of the end, because the worker may not have received them
   * yet.
   */
  static Refusal leaseEnded(Lease lease) {
    var status = lease.terms().status();
    var ending = Ending.of(lease.terms());
    return Refusal.of(
        status == LeaseStatus.EXPIRED ? Code.LEASE_EXPIRED : Code.LEASE_NOT_ACTIVE,
        "lease %s ended %s at %s: %s; the worker no longer holds the job"
            .formatted(
                lease.euid(),
                status,
                TimeText.of(ending.instant(lease.terms(), lease.terms().releasedAt())),
                ending.words()));
  }

  static Refusal notHeld(DecisionInput s) {
    return s.envelope().state() == ExecutionState.HELD
        ? Refusal.of(
            Code.SUBJECT_HELD,
            "job %s is held: %s; release the hold first"
                .formatted(s.subject().euid(), s.envelope().holdReason()))
        : null;
  }

  static Refusal notTerminal(DecisionInput s) {
    return s.envelope().terminal()
        ? Refusal.of(
            Code.SUBJECT_TERMINAL,
            "job %s is %s; only a requeue changes that"
                .formatted(s.subject().euid(), s.envelope().state()))
        : null;
  }

  static Refusal asExpected(DecisionInput s, StatePrecondition expect) {
    return expect == null
        ? null
        : asExpected(
            "job " + s.subject().euid(),
            expect.state(),
            expect.revision(),
            s.envelope().state(),
            s.envelope().revision());
  }

  /** Compares the expected state with the status of the worker. */
  static Refusal asExpected(Worker worker, WorkerPrecondition expect) {
    return expect == null
        ? null
        : asExpected(
            "worker " + worker.euid(),
            expect.state(),
            expect.revision(),
            worker.profile().status(),
            worker.profile().revision());
  }

  /** Compares the revision before the state. */
  static Refusal asExpected(
      String what, Enum<?> expectedState, Long expectedRevision, Enum<?> state, long revision) {
    if (expectedRevision != null && expectedRevision != revision) {
      return Refusal.of(
          Code.REVISION_CONFLICT,
          "expected revision " + expectedRevision + ", but " + what + " is at " + revision);
    }
    return expectedState != null && expectedState != state
        ? Refusal.of(
            Code.STATE_CONFLICT,
            "expected state " + expectedState + ", but " + what + " is " + state)
        : null;
  }

  /**
   * A queue can require that an action of a pack completes its steps, so that the required outputs
   * are created.
   */
  static Refusal completable(DecisionInput s, boolean override) {
    var queue = s.leaseQueue();
    if (queue.policy().completion() == CompletionPolicy.ANY || s.performing() != null || override) {
      return null;
    }
    var expected = s.record().attempt() == null ? null : s.record().attempt().nextActionKey();
    return Refusal.of(
        Code.DOMAIN_ACTION_REQUIRED,
        ("queue %s is completed by an action of its pack%s, not by complete; an admin may "
                + "override it, with a reason")
            .formatted(queue.key(), expected == null ? "" : ", here " + expected));
  }

  static Refusal accepts(DecisionInput s, ActionKey action) {
    return Transitions.accepts(action, s.envelope().state())
        ? null
        : Refusal.of(
            Code.INVALID_TRANSITION,
            action.wire() + " does not apply to a job that is " + s.envelope().state());
  }

  /**
   * The target queue of a request must exist and accept the template and the payload of the job.
   */
  static Refusal routable(DecisionInput s, String field, String queueKey) {
    if (queueKey == null) {
      return null;
    }
    var queue = s.named().get(queueKey);
    if (queue == null) {
      return Refusal.unknown(field, "queue " + queueKey);
    }
    var refusal = serves(queue, field, s.subject().templateCode());
    return refusal != null ? refusal : takesPayload(s, field, queue);
  }

  /** A signal-only queue accepts no data, whichever action routes the job to it. */
  static Refusal takesPayload(DecisionInput s, String field, Queue queue) {
    var fault = SignalOnly.fault(queue, s.properties());
    return fault == null
        ? incomplete(s, field, queue)
        : new Refusal(
            Code.PAYLOAD_REFUSED,
            field
                + ": queue "
                + queue.key()
                + " takes signals only, and job "
                + s.subject().euid()
                + " carries "
                + fault.in("properties")
                + fault.because()
                + "; name a queue whose payload_policy is ANY",
            field);
  }

  private static Refusal incomplete(DecisionInput s, String field, Queue queue) {
    var refusal = JobRule.fields(queue, s.properties());
    return refusal == null
        ? null
        : Refusal.invalid(
            field,
            "job %s is not a job of kind %s: %s"
                .formatted(s.subject().euid(), queue.key(), refusal.message()));
  }

  /**
   * The next action of a job that a request moves without naming one. The job keeps its action in
   * its current queue and in the queue of its last lease; another queue supplies its default
   * action, if it has one.
   */
  static String nextAction(DecisionInput s, Queue destination) {
    var kept = s.envelope().nextActionKey();
    if (kept != null && destination.key().equals(s.envelope().nextQueueKey())) {
      return kept;
    }
    var last = s.newest();
    if (kept == null
        && last != null
        && last.queueUid() == destination.uid()
        && last.terms().nextActionKey() != null) {
      return last.terms().nextActionKey();
    }
    var given = destination.policy().defaultActionKey();
    return given != null ? given : kept;
  }

  static Refusal serves(Queue queue, String field, String templateCode) {
    return queue.policy().subjectTemplateCodes().contains(templateCode)
        ? null
        : Refusal.invalid(
            field,
            "queue "
                + queue.key()
                + " does not accept "
                + templateCode
                + "; it accepts "
                + WordList.and(queue.policy().subjectTemplateCodes()));
  }
}
