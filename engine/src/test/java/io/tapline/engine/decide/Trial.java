package io.tapline.engine.decide;

import io.tapline.engine.command.Expect;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseStatus;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerStatus;
import java.util.List;
import java.util.Map;

/** A request that would be carried out, until faults are put into it. */
final class Trial {

  /**
   * In the order in which they are judged (docs/architecture.md); those of one rank exclude each
   * other.
   */
  enum Fault {
    SUBJECT_UNKNOWN(0, Code.NOT_FOUND),
    LEASE_UNKNOWN(0, Code.NOT_FOUND),
    WORKER_UNKNOWN(0, Code.NOT_FOUND),
    ANOTHERS_LEASE(1, Code.NOT_LEASE_OWNER),
    ANOTHERS_WORKER(1, Code.NOT_LEASE_OWNER),
    OVERRIDE_BY_NO_ADMIN(1, Code.FORBIDDEN),
    LEASE_LAPSED(2, Code.LEASE_EXPIRED),
    LEASE_EXPIRED(2, Code.LEASE_EXPIRED),
    LEASE_ENDED(2, Code.LEASE_NOT_ACTIVE),
    LEASED(2, Code.ALREADY_LEASED),
    HELD(3, Code.SUBJECT_HELD),
    TERMINAL(3, Code.SUBJECT_TERMINAL),
    OTHER_REVISION(4, Code.REVISION_CONFLICT),
    OTHER_STATE(5, Code.STATE_CONFLICT),
    NO_SUCH_TRANSITION(6, Code.INVALID_TRANSITION),
    OTHER_REFERENCE(7, Code.STATE_CONFLICT),
    QUEUE_UNKNOWN(7, Code.NOT_FOUND),
    WORKER_DISABLED(7, Code.WORKER_DISABLED);

    final int rank;
    final Code code;

    Fault(int rank, Code code) {
      this.rank = rank;
      this.code = code;
    }

    private boolean setsState() {
      return this == HELD || this == TERMINAL || this == NO_SUCH_TRANSITION;
    }

    boolean goesWith(Fault later) {
      return rank < later.rank && !(setsState() && later.setsState());
    }
  }

  ExecutionState state;
  ExecutionState wrongState = ExecutionState.PENDING;
  boolean subjectKnown = true;
  boolean override;
  Lease lease;
  Worker worker = Given.worker(3, WorkerStatus.ONLINE, true);
  Role role = Role.ADMIN;
  Long revision;
  ExecutionState expected;
  String queueKey = Given.NEXT;
  String reference = "ext-1";

  Trial(ExecutionState state, Lease lease) {
    this.state = state;
    this.lease = lease;
  }

  void put(Fault fault) {
    switch (fault) {
      case SUBJECT_UNKNOWN -> subjectKnown = false;
      case LEASE_UNKNOWN -> lease = null;
      case WORKER_UNKNOWN -> worker = null;
      case ANOTHERS_LEASE -> worker = Given.worker(4, worker.profile().status(), true);
      case ANOTHERS_WORKER -> worker = Given.worker(3, worker.profile().status(), false);
      case OVERRIDE_BY_NO_ADMIN -> {
        override = true;
        role = Role.WORKER_SERVICE;
      }
      case LEASE_LAPSED -> lease = Given.lapsed(3);
      case LEASE_EXPIRED -> lease = Given.lease(3, LeaseStatus.EXPIRED, Given.NOW);
      case LEASE_ENDED -> lease = Given.lease(3, LeaseStatus.COMPLETED, Given.NOW.plusSeconds(9));
      case LEASED -> lease = Given.live(3);
      case HELD -> state = ExecutionState.HELD;
      case TERMINAL -> state = ExecutionState.CANCELED;
      case OTHER_REVISION -> revision = 99L;
      case OTHER_STATE -> expected = ExecutionState.COMPLETED;
      case NO_SUCH_TRANSITION -> state = wrongState;
      case OTHER_REFERENCE -> reference = "ext-2";
      case QUEUE_UNKNOWN -> queueKey = "nowhere";
      case WORKER_DISABLED ->
          worker =
              worker == null
                  ? null
                  : Given.worker(worker.uid(), WorkerStatus.DISABLED, worker.ownedByCaller());
    }
  }

  Expect expect() {
    return new Expect(expected, revision);
  }

  Situation situation() {
    var queue = Given.queue(Given.QUEUE, true);
    ExecutionRecord record = lease == null ? null : Given.record();
    var hold = new Hold(13, "Z-XH-13", HoldNote.placed("QC", "why", Given.NOW, null));
    return new Situation(
        Given.caller(role),
        2,
        subjectKnown ? Given.subject(Given.envelope(state)) : null,
        worker,
        "w3",
        lease,
        record,
        lease,
        record,
        queue,
        queue,
        Map.of(Given.QUEUE, queue, Given.NEXT, Given.queue(Given.NEXT, false)),
        state == ExecutionState.HELD ? List.of(hold) : List.of(),
        hold,
        null,
        Map.of(),
        Given.NOW,
        new Counter());
  }
}
