package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.WordList;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;

/** Conditions for a claim: of the worker, then of the worker and a queue. */
public final class WorkerEligibility {

  private WorkerEligibility() {}

  static Refusal mayHold(Worker worker) {
    var status = worker.profile().status();
    return status == WorkerStatus.DISABLED || status == WorkerStatus.RETIRED
        ? Refusal.of(
            Code.WORKER_DISABLED,
            "worker "
                + worker.euid()
                + " is "
                + status
                + (worker.profile().disabledReason() == null
                    ? ""
                    : ": " + worker.profile().disabledReason()))
        : null;
  }

  /**
   * @param activeLeases the number of leases that the worker holds
   */
  public static Refusal refusal(Worker worker, Queue queue, int activeLeases) {
    var refusal = mayClaim(worker);
    if (refusal == null) {
      refusal = mayClaimFrom(worker, queue);
    }
    return refusal != null ? refusal : belowLimit(worker, activeLeases);
  }

  public static Refusal mayClaim(Worker worker) {
    var refusal = mayHold(worker);
    if (refusal == null) {
      refusal = JobRule.executes(worker);
    }
    if (refusal != null) {
      return refusal;
    }
    return worker.profile().drainRequested() || worker.profile().status() == WorkerStatus.DRAINING
        ? Refusal.of(
            Code.WORKER_DRAINING, "worker " + worker.euid() + " is draining and claims no new jobs")
        : null;
  }

  public static Refusal mayClaimFrom(Worker worker, Queue queue) {
    var policy = queue.policy();
    var profile = worker.profile();
    if (!policy.enabled()) {
      return Refusal.of(
          Code.QUEUE_DISABLED,
          "queue "
              + queue.key()
              + " is disabled"
              + (policy.disabledReason() == null ? "" : ": " + policy.disabledReason()));
    }
    if (policy.manualOnly() && profile.workerType() != WorkerType.HUMAN_SESSION) {
      return Refusal.of(
          Code.MANUAL_ONLY,
          "queue "
              + queue.key()
              + " is for people; worker "
              + worker.euid()
              + " is a "
              + profile.workerType());
    }
    if (!profile.capabilities().containsAll(policy.requiredWorkerCapabilities())) {
      var missing =
          policy.requiredWorkerCapabilities().stream()
              .filter(capability -> !profile.capabilities().contains(capability))
              .toList();
      return Refusal.of(
          Code.CAPABILITY_MISMATCH,
          "worker "
              + worker.euid()
              + " lacks "
              + WordList.and(missing)
              + " for queue "
              + queue.key());
    }
    if (!profile.reach().overlaps(policy.reach())) {
      return Refusal.of(
          Code.SCOPE_MISMATCH,
          "worker "
              + worker.euid()
              + " and queue "
              + queue.key()
              + " have no site, platform and assay in common");
    }
    return null;
  }

  static Refusal belowLimit(Worker worker, int activeLeases) {
    return activeLeases < worker.profile().maxConcurrentLeases()
        ? null
        : Refusal.of(
            Code.LEASE_LIMIT_REACHED,
            "worker "
                + worker.euid()
                + " holds "
                + activeLeases
                + " leases of at most "
                + worker.profile().maxConcurrentLeases());
  }
}
