package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.WordList;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;

/** Conditions for a claim: of the caller, the worker, and then of the worker and a queue. */
public final class WorkerEligibility {

  private WorkerEligibility() {}

  /** Refuses callers that neither registered the worker nor are administrators. */
  public static Refusal owned(Worker worker, Caller caller) {
    return worker.ownedByCaller() || caller.is(Role.ADMIN)
        ? null
        : Refusal.of(
            Code.FORBIDDEN,
            "worker %s was registered by another principal than %s"
                .formatted(worker.euid(), caller.principal()));
  }

  static Refusal mayHold(Worker worker) {
    var status = worker.profile().status();
    return status == WorkerStatus.DISABLED || status == WorkerStatus.RETIRED
        ? Refusal.of(
            Code.WORKER_DISABLED,
            "worker %s is %s%s"
                .formatted(
                    worker.euid(),
                    status,
                    worker.profile().disabledReason() == null
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
      refusal = executes(worker);
    }
    if (refusal != null) {
      return refusal;
    }
    return worker.profile().drainRequested() || worker.profile().status() == WorkerStatus.DRAINING
        ? Refusal.of(
            Code.WORKER_DRAINING, "worker " + worker.euid() + " is draining and claims no new jobs")
        : null;
  }

  /** A worker with the generator's capability claims nothing, also with other capabilities. */
  private static Refusal executes(Worker worker) {
    return worker.profile().capabilities().contains(JobRule.GENERATOR)
        ? Refusal.of(
            Code.CAPABILITY_MISMATCH,
            ("worker %s has the capability %s, which generates work and executes none; "
                    + "register it without")
                .formatted(worker.euid(), JobRule.GENERATOR))
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
          "queue %s is for people; worker %s is a %s"
              .formatted(queue.key(), worker.euid(), profile.workerType()));
    }
    if (!profile.capabilities().containsAll(policy.requiredWorkerCapabilities())) {
      var missing =
          policy.requiredWorkerCapabilities().stream()
              .filter(capability -> !profile.capabilities().contains(capability))
              .toList();
      return Refusal.of(
          Code.CAPABILITY_MISMATCH,
          "worker %s lacks %s for queue %s"
              .formatted(worker.euid(), WordList.and(missing), queue.key()));
    }
    if (!profile.reach().overlaps(policy.reach())) {
      return Refusal.of(
          Code.SCOPE_MISMATCH,
          "worker %s and queue %s have no site, platform and assay in common"
              .formatted(worker.euid(), queue.key()));
    }
    return null;
  }

  static Refusal belowLimit(Worker worker, int activeLeases) {
    return activeLeases < worker.profile().maxConcurrentLeases()
        ? null
        : Refusal.of(
            Code.LEASE_LIMIT_REACHED,
            "worker %s holds %s leases of at most %s"
                .formatted(worker.euid(), activeLeases, worker.profile().maxConcurrentLeases()));
  }
}
