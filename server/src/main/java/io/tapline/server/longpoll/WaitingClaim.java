package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.WorkerProfile;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** One claim that waits for work. The lock of its dispatcher guards the mutable fields. */
final class WaitingClaim {

  /**
   * The attributes that decide which jobs a worker may claim: workers of one kind find the same
   * jobs.
   */
  record WorkerKind(WorkerType type, List<String> capabilities, ScopeFilter reach) {
    static WorkerKind of(WorkerProfile worker) {
      return new WorkerKind(worker.workerType(), worker.capabilities(), worker.reach());
    }
  }

  /** Identity of the request across retries of the client. */
  record RequestIdentity(String principal, String workerEuid, String idempotencyKey) {}

  final long number;
  final Caller caller;
  final Claim claim;
  final WorkerKind kind;
  final CompletableFuture<ClaimAnswer> answer = new CompletableFuture<>();

  /** Timer of the time limit. */
  Future<?> end;

  /** Timer of the scan that this claim did not start when it began to wait; or null. */
  Future<?> look;

  /** Work existed but the claim could take none of it: other claims go first. */
  boolean late;

  boolean trying;

  /** The wait has ended; only a running attempt is finished. */
  volatile boolean leaving;

  /** The retry that the client sent while this claim was running. */
  WaitingClaim again;

  WaitingClaim(long number, Caller caller, Claim claim, WorkerKind kind) {
    this.number = number;
    this.caller = caller;
    this.claim = claim;
    this.kind = kind;
  }

  /** The queues that the claim names; empty for a claim from any queue. */
  List<String> queues() {
    if (claim.queueKeys() != null) {
      return claim.queueKeys();
    }
    return claim.queueKey() == null ? List.of() : List.of(claim.queueKey());
  }

  RequestIdentity identity() {
    return new RequestIdentity(
        caller.principal(), claim.workerEuid(), claim.meta().idempotencyKey());
  }

  void cancelTimers() {
    end.cancel(false);
    if (look != null) {
      look.cancel(false);
    }
  }

  ClaimAnswer nothing() {
    return ClaimAnswer.noWork(claim.workerEuid());
  }
}
