package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.EventType;
import io.tapline.api.Refusal;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.Renew;

/** Extends a lease to a full TTL from now. The answer contains a pending cancel request. */
public final class RenewLease {

  private RenewLease() {}

  public static Decision decide(DecisionInput s, Renew command) {
    var refusal = LeaseVerb.refusal(s, command);
    if (refusal == null) {
      refusal = DecisionRules.first(() -> workerMayRenew(s));
    }
    if (refusal != null) {
      return refusal;
    }
    var renewed = s.lease().with(s.lease().terms().renewed(s.now()));
    return SubjectChange.of(s.envelope())
        .lease(renewed)
        .event(EventType.JOB_LEASE_RENEWED, null)
        .result(
            new Renewed(
                renewed.terms().expiresAt(),
                renewed.terms().ttlSeconds(),
                s.envelope().cancelRequested()));
  }

  public record Renewed(java.time.Instant expiresAt, int ttlSeconds, boolean cancelRequested) {}

  private static Refusal workerMayRenew(DecisionInput s) {
    var status = s.worker().profile().status();
    return status == WorkerStatus.DISABLED || status == WorkerStatus.RETIRED
        ? Refusal.of(
            Code.WORKER_DISABLED,
            "worker " + s.worker().euid() + " is " + status + " and may not renew")
        : null;
  }
}
