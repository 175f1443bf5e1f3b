package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.JobName;
import io.tapline.api.Refusal;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.RegisterWorker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.model.WorkerProfileBuilder;
import java.time.Instant;

/** Workers register, send heartbeats, and are drained, disabled, enabled and retired. */
public final class WorkerDecision {

  /**
   * Either a refusal or the new state of the worker.
   *
   * @param replaced whether the previous process is gone, so that its leases end
   */
  public record Outcome(Refusal refusal, WorkerProfile profile, boolean replaced) {
    static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null, false);
    }
  }

  private WorkerDecision() {}

  /**
   * Creates or updates the worker by key. A new process identity ends the leases of the old
   * process; a disabled or retired worker stays so.
   */
  public static Outcome register(RegisterWorker c, Worker known, Caller caller, Instant now) {
    if (c.capabilities() != null
        && c.capabilities().contains(JobName.INTERNAL)
        && !caller.itself()) {
      return Outcome.refuse(
          Refusal.invalid(
              "capabilities", JobName.INTERNAL + " is reserved for the server; use another name"));
    }
    if (known == null) {
      return c.expect() == null
          ? new Outcome(null, profile(c, null, WorkerStatus.ONLINE, false, 1, now), false)
          : Outcome.refuse(unknown(c));
    }
    var refusal = WorkerEligibility.owned(known, caller);
    if (refusal == null) {
      refusal = DecisionRules.asExpected(known, c.expect());
    }
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var before = known.profile();
    boolean stopped =
        before.status() == WorkerStatus.DISABLED || before.status() == WorkerStatus.RETIRED;
    boolean replaced =
        c.processIdentity() != null && !c.processIdentity().equals(before.processIdentity());
    // A drain applies to the worker and not to its process. Only enable_worker ends it; otherwise a
    // restart would silently undo the action of an administrator.
    boolean drains = before.drainRequested();
    var status = stopped ? before.status() : drains ? WorkerStatus.DRAINING : WorkerStatus.ONLINE;
    return new Outcome(
        null, profile(c, before, status, drains, before.revision() + 1, now), replaced);
  }

  /**
   * Whether a registration by the caller creates a new worker under the key of this one. Otherwise
   * a principal that registered the key of another service first would keep it for ever: an
   * administrator retires that worker, and the other service can register. For its own principal
   * and for administrators the key still refers to the retired worker, which is never revived.
   */
  public static boolean givesUpKey(Worker known, Caller caller) {
    return known.profile().status() == WorkerStatus.RETIRED
        && WorkerEligibility.owned(known, caller) != null;
  }

  /** The retired worker after another principal took over its key. */
  public static WorkerProfile withoutKey(Worker known, Instant now) {
    var p = known.profile();
    return WorkerProfileBuilder.builder(p).keyReleasedAt(now).revision(p.revision() + 1).build();
  }

  /** A precondition implies that the worker exists. */
  private static Refusal unknown(RegisterWorker c) {
    return Refusal.of(
        c.expect().revision() != null ? Code.REVISION_CONFLICT : Code.STATE_CONFLICT,
        "there is no worker %s yet, so the expected value cannot be compared"
            .formatted(c.workerKey()));
  }

  public static Outcome heartbeat(Heartbeat c, Worker known, Caller caller, Instant now) {
    if (known == null) {
      return Outcome.refuse(Refusal.unknown("worker_euid", "worker " + c.workerEuid()));
    }
    var refusal = WorkerEligibility.owned(known, caller);
    if (refusal == null && known.profile().status() == WorkerStatus.RETIRED) {
      refusal =
          Refusal.of(
              Code.WORKER_DISABLED,
              "worker " + known.euid() + " is RETIRED; register under a new key");
    }
    if (refusal == null) {
      refusal = DecisionRules.asExpected(known, c.expect());
    }
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var p = known.profile();
    return new Outcome(
        null,
        WorkerProfileBuilder.builder(p)
            .heartbeatAt(now)
            .host(or(c.host(), p.host()))
            .processIdentity(or(c.processIdentity(), p.processIdentity()))
            .lastErrorAt(or(c.lastErrorAt(), p.lastErrorAt()))
            .lastErrorClass(or(c.lastErrorClass(), p.lastErrorClass()))
            .endedAt(c.ending() ? now : null)
            .build(),
        false);
  }

  public static Outcome administer(AdministerWorker c, Worker known) {
    if (known == null) {
      return Outcome.refuse(Refusal.unknown("worker_euid", "worker " + c.workerEuid()));
    }
    if (known.profile().status() == WorkerStatus.RETIRED) {
      return Outcome.refuse(
          Refusal.of(
              Code.INVALID_TRANSITION, "worker " + known.euid() + " is RETIRED permanently"));
    }
    var refusal = DecisionRules.asExpected(known, c.expect());
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    return switch (c.action()) {
      case DRAIN_WORKER ->
          known.profile().status() == WorkerStatus.DISABLED
              ? Outcome.refuse(
                  Refusal.of(
                      Code.INVALID_TRANSITION,
                      "worker " + known.euid() + " is DISABLED; enable it first"))
              : new Outcome(null, administered(known, WorkerStatus.DRAINING, true, null), false);
      case DISABLE_WORKER ->
          new Outcome(null, administered(known, WorkerStatus.DISABLED, false, c.reason()), false);
      case ENABLE_WORKER ->
          new Outcome(null, administered(known, WorkerStatus.ONLINE, false, null), false);
      case RETIRE_WORKER ->
          new Outcome(null, administered(known, WorkerStatus.RETIRED, false, c.reason()), true);
      default -> throw new IllegalArgumentException(c.action() + " is not a worker's action");
    };
  }

  /** A claim counts as a heartbeat. */
  public static WorkerProfile alive(WorkerProfile p, Instant now) {
    return WorkerProfileBuilder.builder(p).heartbeatAt(now).endedAt(null).build();
  }

  private static WorkerProfile administered(
      Worker known, WorkerStatus status, boolean drain, String disabledReason) {
    var p = known.profile();
    return WorkerProfileBuilder.builder(p)
        .status(status)
        .drainRequested(drain)
        .disabledReason(disabledReason)
        .revision(p.revision() + 1)
        .build();
  }

  private static WorkerProfile profile(
      RegisterWorker c,
      WorkerProfile before,
      WorkerStatus status,
      boolean drains,
      long revision,
      Instant now) {
    return WorkerProfileBuilder.builder()
        .workerKey(c.workerKey())
        .displayName(or(c.displayName(), c.workerKey()))
        .workerType(c.workerType())
        .status(status)
        .capabilities(c.capabilities())
        .siteScope(c.siteScope())
        .platformScope(c.platformScope())
        .assayScope(c.assayScope())
        .maxConcurrentLeases(or(c.maxConcurrentLeases(), 1))
        .heartbeatAt(now)
        .heartbeatTtlSeconds(or(c.heartbeatTtlSeconds(), 60))
        .buildVersion(c.buildVersion())
        .host(c.host())
        .processIdentity(or(c.processIdentity(), before == null ? null : before.processIdentity()))
        .drainRequested(drains)
        .disabledReason(before == null ? null : before.disabledReason())
        .lastErrorAt(before == null ? null : before.lastErrorAt())
        .lastErrorClass(before == null ? null : before.lastErrorClass())
        .revision(revision)
        .build();
  }

  private static <T> T or(T named, T current) {
    return named != null ? named : current;
  }
}
