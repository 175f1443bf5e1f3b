package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.ExpireLease;

/**
 * Settles a lapsed lease as a failure that the worker could not report. The retry has no back-off,
 * because the job already waited for the lease to expire.
 */
public final class ExpireLeaseDecision {

  private static final ActionKey EXPIRE = ActionKey.EXPIRE_QUEUE_LEASE;

  private ExpireLeaseDecision() {}

  /**
   * The sweeper, a command that found the lease lapsed, or an administrator requests the expiry.
   */
  public static Decision decide(DecisionInput s, ExpireLease command) {
    var refusal =
        DecisionRules.first(
            () ->
                s.lease() == null
                    ? Refusal.unknown("lease_euid", "lease " + command.leaseEuid())
                    : null,
            () -> ended(s),
            () ->
                s.lease().lapsed(s.now()) || s.caller().is(Role.ADMIN)
                    ? null
                    : Refusal.of(
                        Code.FORBIDDEN,
                        "lease " + s.lease().euid() + " is live; only an admin may force it"),
            () -> DecisionRules.asExpected(s, command.expect()));
    if (refusal != null) {
      return refusal;
    }
    if (s.lease().terms().status() == LeaseStatus.EXPIRED) {
      // An earlier call settled the lease.
      return SubjectChange.of(s.envelope()).status("ALREADY_EXPIRED");
    }
    return s.lease().lapsed(s.now()) ? settle(s, Ending.LAPSED) : settle(s, Ending.FORCED);
  }

  /**
   * Ends the lease and spends an attempt. The job becomes claimable from the end of the lease on;
   * it is cancelled instead when a soft cancel was pending, and it fails terminally when this was
   * the last attempt.
   */
  public static SubjectChange settle(DecisionInput s, Ending ending) {
    var envelope = s.envelope();
    var at = ending.instant(s.lease().terms(), s.now());
    var failure = ending.failure(at);
    var change = SubjectChange.of(envelope);
    if (envelope.cancelRequested()) {
      var canceled =
          envelope
              .to(ExecutionState.CANCELED)
              .spendAttempt()
              .canceled()
              .lastRecord(s.record().euid())
              .at(s.now());
      change.step(EXPIRE, canceled, EventType.JOB_CANCELLED, "soft cancel");
    } else if (envelope.exhaustedByOneMore(s.leaseQueue().policy())) {
      TerminalFailure.reach(change, EXPIRE, s, failure, ending);
    } else {
      var next =
          envelope.state() == ExecutionState.RUNNING
              ? ExecutionState.FAILED_RETRYABLE
              : envelope.state();
      var waiting =
          envelope.to(next).spendAttempt().retryAt(at).lastRecord(s.record().euid()).at(s.now());
      change.step(EXPIRE, waiting, EventType.JOB_LEASE_EXPIRED, ending.releaseReason());
    }
    return ending.end(change, s.lease(), s.record(), failure, null, s.now());
  }

  private static Refusal ended(DecisionInput s) {
    var status = s.lease().terms().status();
    return status == LeaseStatus.ACTIVE || status == LeaseStatus.EXPIRED
        ? null
        : DecisionRules.leaseEnded(s.lease());
  }
}
