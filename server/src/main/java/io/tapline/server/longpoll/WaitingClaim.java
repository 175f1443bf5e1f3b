package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.command.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.model.WorkerType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** One claim that waits for work. The lock of its dispatcher guards what changes. */
final class WaitingClaim {

  /**
   * What decides which work a worker may take: of two alike, one finds nothing if the other does.
   */
  record WorkerKind(WorkerType type, List<String> capabilities, ScopeFilter reach) {
    static WorkerKind of(WorkerProfile worker) {
      return new WorkerKind(worker.workerType(), worker.capabilities(), worker.reach());
    }
  }

  /** The request as the client knows it: sent again, it is still this one. */
  record RequestIdentity(String principal, String workerEuid, String idempotencyKey) {}

  final long number;
  final Caller caller;
  final Claim claim;
  final WorkerKind kind;
  final CompletableFuture<ClaimAnswer> answer = new CompletableFuture<>();

  /** The end of its time. */
  Future<?> end;

  /** Work was there and it could take none of it: others go first. */
  boolean late;

  boolean trying;

  /** It is to go, and only finishes what it is trying. */
  volatile boolean leaving;

  /** The client sent the same request again while this one was trying. */
  WaitingClaim again;

  WaitingClaim(long number, Caller caller, Claim claim, WorkerKind kind) {
    this.number = number;
    this.caller = caller;
    this.claim = claim;
    this.kind = kind;
  }

  RequestIdentity identity() {
    return new RequestIdentity(
        caller.principal(), claim.workerEuid(), claim.meta().idempotencyKey());
  }

  ClaimAnswer nothing() {
    return ClaimAnswer.noWork(claim.workerEuid());
  }
}
