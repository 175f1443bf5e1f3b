package io.tapline.engine.pipeline.claim;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.WordList;
import io.tapline.api.request.Claim;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.tapdb.EuidMint;
import java.time.Instant;

/** A claim with its caller. */
record ClaimRequest(Caller caller, long actorUid, Claim command, String hash) {

  static ClaimRequest of(Caller caller, long actorUid, Claim command) {
    return new ClaimRequest(caller, actorUid, command, HashedCommand.hash(command));
  }

  HashedCommand hashed() {
    return new HashedCommand(caller, actorUid, command, hash);
  }

  long tenantId() {
    return caller.tenantId();
  }

  /** Null when the claim names none, or an invalid EUID. */
  Long workerUid() {
    return EuidMint.uidOrNull(command.workerEuid());
  }

  /** Null when the claim names none, or an invalid EUID. */
  Long subjectUid() {
    return command.subjectEuid() == null ? null : EuidMint.uidOrNull(command.subjectEuid());
  }

  boolean namesSubject() {
    return command.subjectEuid() != null;
  }

  /**
   * Whether the claim tries several queues. Then the answer is "no work" where a claim from one
   * queue is refused.
   */
  boolean triesQueues() {
    return command.queueKey() == null && command.subjectEuid() == null;
  }

  /** The searched queues, for messages. */
  String where() {
    if (command.queueKeys() != null) {
      return "the queues " + WordList.and(command.queueKeys());
    }
    return command.queueKey() == null ? "the worker's queues" : "queue " + command.queueKey();
  }

  /** Null while the caller waits for the answer; afterwards a granted lease would not be used. */
  Refusal lateness(Instant now) {
    var latest = command.notAfter();
    return latest == null || !now.isAfter(latest)
        ? null
        : new Refusal(
            Code.CLAIM_TOO_LATE,
            "not_after: "
                + latest
                + " has passed; the clock of the database is at "
                + now
                + "; nothing was claimed. Claim again, with another key",
            "not_after");
  }

  /** Null when the worker exists and belongs to the caller. */
  Refusal ownership(Worker worker) {
    return worker == null || !worker.euid().equals(command.workerEuid())
        ? Refusal.unknown("worker_euid", "worker " + command.workerEuid())
        : WorkerEligibility.owned(worker, caller);
  }
}
