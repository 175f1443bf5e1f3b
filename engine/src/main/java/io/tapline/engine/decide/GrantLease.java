package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ReasonCode;
import java.util.EnumSet;
import java.util.Set;

/**
 * A claim grants the lease: it creates lease, attempt and links together, under the lock of the
 * job.
 */
public final class GrantLease {

  private static final Set<Code> TAKEN =
      EnumSet.of(Code.ALREADY_LEASED, Code.SUBJECT_HELD, Code.SUBJECT_TERMINAL);

  private GrantLease() {}

  /** Decides on one selected or named job, which is locked. */
  public static Decision decide(DecisionInput s, Claim command, String payloadHash) {
    var refusal =
        DecisionRules.first(
            () -> DecisionRules.subjectExists(s, command.subjectEuid()),
            () -> command.expect() == null ? null : asExpected(s, command.expect()),
            () -> visible(s),
            () -> within(s));
    if (refusal != null) {
      return refusal;
    }
    var change = SubjectChange.of(s.envelope());
    change.event(EventType.JOB_CLAIMED, null);
    grant(
        change,
        s,
        new LeaseRequest(
            command.meta(), payloadHash, command.payload(), command.leaseTtlSeconds()));
    if (command.start()) {
      StartExecution.start(change, change.newRecord().euid(), s.now());
    }
    return change.status("CLAIMED");
  }

  static void grant(SubjectChange change, DecisionInput s, LeaseRequest request) {
    var queue = s.queue();
    var meta = request.meta();
    var envelope = s.envelope();
    int attempt = envelope.attemptCount() + 1;
    int ttl =
        request.ttlSeconds() != null ? request.ttlSeconds() : queue.policy().leaseTtlSeconds();
    var lease = s.draw().lease();
    var record = s.draw().recordOf(lease);
    var terms =
        LeaseTermsBuilder.builder()
            .leaseToken(s.draw().leaseToken())
            .status(LeaseStatus.ACTIVE)
            .claimedAt(s.now())
            .heartbeatAt(s.now())
            .expiresAt(s.now().plusSeconds(ttl))
            .attemptNumber(attempt)
            .ttlSeconds(ttl)
            .heartbeatIntervalSeconds(queue.policy().heartbeatIntervalSeconds())
            .nextActionKey(envelope.nextActionKey())
            .idempotencyKey(meta.idempotencyKey())
            .subjectRevisionAtClaim(envelope.revision())
            .payloadHash(request.payloadHash())
            .build();
    var started =
        AttemptBuilder.builder()
            .attemptNumber(attempt)
            .status(RecordStatus.STARTED)
            .actionKey(envelope.nextActionKey())
            .idempotencyKey(meta.idempotencyKey())
            .payloadHash(request.payloadHash())
            .expectedState(envelope.state())
            .startState(envelope.state())
            .startRevision(envelope.revision())
            .startedAt(s.now())
            .correlation(s.attemptCorrelation(meta))
            .inputSnapshot(request.input())
            .policyRefs(Queue.storedPolicyRefs(queue))
            .nextActionKey(envelope.nextActionKey())
            .build();
    change.grant(
        new Lease(
            lease.uid(), lease.euid(), s.subject().uid(), s.worker().uid(), queue.uid(), terms),
        new ExecutionRecord(record.uid(), record.euid(), started));
  }

  /** Repeats, under the lock, the predicate that lists and counts use. */
  private static Refusal visible(DecisionInput s) {
    var reasons = VisibilityRule.reasons(s.subject(), s.queue(), s.newest(), s.now());
    if (reasons.isEmpty()) {
      return null;
    }
    var reason = reasons.get(0);
    return Refusal.of(code(reason.code()), "job " + s.subject().euid() + ": " + reason.message());
  }

  /**
   * Lease, hold and terminal state take precedence over the precondition; all other reasons follow
   * it.
   */
  private static Refusal asExpected(DecisionInput s, StatePrecondition expect) {
    var hidden = visible(s);
    return hidden != null && TAKEN.contains(hidden.code())
        ? hidden
        : DecisionRules.asExpected(s, expect);
  }

  private static Refusal within(DecisionInput s) {
    var scope = s.envelope().scope();
    return s.worker().profile().reach().admitsNamed(scope)
        ? null
        : Refusal.of(
            Code.SCOPE_MISMATCH, "worker " + s.worker().euid() + " does not serve " + scope);
  }

  private static Code code(ReasonCode reason) {
    return switch (reason) {
      case ACTIVE_LEASE -> Code.ALREADY_LEASED;
      case ACTIVE_HOLD -> Code.SUBJECT_HELD;
      case TERMINAL_STATE -> Code.SUBJECT_TERMINAL;
      case QUEUE_DISABLED -> Code.QUEUE_DISABLED;
      default -> Code.NOT_VISIBLE;
    };
  }
}
