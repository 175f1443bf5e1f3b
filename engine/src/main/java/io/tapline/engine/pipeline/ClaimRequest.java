package io.tapline.engine.pipeline;

import io.tapline.api.Code;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Worker;
import java.time.Instant;

/** A claim, and who asks for it. */
record ClaimRequest(Caller caller, long actorUid, Claim command, String hash) {

  static ClaimRequest of(Caller caller, long actorUid, Claim command) {
    return new ClaimRequest(caller, actorUid, command, PayloadHash.of(command));
  }

  long tenantId() {
    return caller.tenantId();
  }

  /** Null when it names none, or one that cannot be. */
  Long workerUid() {
    return NamedObjects.uid(command.workerEuid());
  }

  /** Null when it names none, or one that cannot be. */
  Long subjectUid() {
    return command.subjectEuid() == null ? null : NamedObjects.uid(command.subjectEuid());
  }

  boolean namesSubject() {
    return command.subjectEuid() != null;
  }

  /** Nothing in particular is asked for: then there is no work, where else there is a refusal. */
  boolean namesNothing() {
    return command.queueKey() == null && command.subjectEuid() == null;
  }

  /** Where the work is looked for, in words. */
  String where() {
    return command.queueKey() == null ? "the worker's queues" : "queue " + command.queueKey();
  }

  /** Null while a caller waits for the answer; after that a lease would be granted for nobody. */
  Refusal lateness(Instant now) {
    var latest = command.notAfter();
    return latest == null || !now.isAfter(latest)
        ? null
        : new Refusal(
            Code.CLAIM_TOO_LATE,
            "not_after: "
                + latest
                + " is over, by the database's clock it is "
                + now
                + "; nothing was claimed. Ask anew, with another key",
            "not_after");
  }

  /** Null when the worker exists and belongs to the caller. */
  Refusal ownership(Worker worker) {
    return worker == null || !worker.euid().equals(command.workerEuid())
        ? Refusal.unknown("worker_euid", "worker " + command.workerEuid())
        : WorkerDecision.owned(worker, caller);
  }
}
