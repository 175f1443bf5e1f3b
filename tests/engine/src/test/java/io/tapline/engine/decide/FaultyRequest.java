package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Worker;
import java.util.List;
import java.util.Map;

/** A request that would be carried out, until faults are put into it. */
final class FaultyRequest {

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
  Worker worker = DecisionFixtures.worker(3, WorkerStatus.ONLINE, true);
  Role role = Role.ADMIN;
  Long revision;
  ExecutionState expected;
  String queueKey = DecisionFixtures.NEXT;
  String reference = "ext-1";

  FaultyRequest(ExecutionState state, Lease lease) {
    this.state = state;
    this.lease = lease;
  }

  void put(Fault fault) {
    switch (fault) {
      case SUBJECT_UNKNOWN -> subjectKnown = false;
      case LEASE_UNKNOWN -> lease = null;
      case WORKER_UNKNOWN -> worker = null;
      case ANOTHERS_LEASE -> worker = DecisionFixtures.worker(4, worker.profile().status(), true);
      case ANOTHERS_WORKER -> worker = DecisionFixtures.worker(3, worker.profile().status(), false);
      case OVERRIDE_BY_NO_ADMIN -> {
        override = true;
        role = Role.WORKER_SERVICE;
      }
      case LEASE_LAPSED -> lease = DecisionFixtures.lapsed(3);
      case LEASE_EXPIRED ->
          lease = DecisionFixtures.lease(3, LeaseStatus.EXPIRED, DecisionFixtures.NOW);
      case LEASE_ENDED ->
          lease =
              DecisionFixtures.lease(3, LeaseStatus.COMPLETED, DecisionFixtures.NOW.plusSeconds(9));
      case LEASED -> lease = DecisionFixtures.live(3);
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
                  : DecisionFixtures.worker(
                      worker.uid(), WorkerStatus.DISABLED, worker.ownedByCaller());
    }
  }

  StatePrecondition expect() {
    return new StatePrecondition(expected, revision);
  }

  DecisionInput situation() {
    var queue = DecisionFixtures.queue(DecisionFixtures.QUEUE, true);
    ExecutionRecord record = lease == null ? null : DecisionFixtures.record();
    var hold = new Hold(13, "Z-XH-13", HoldNote.placed("QC", "why", DecisionFixtures.NOW, null));
    return DecisionInputBuilder.builder()
        .caller(DecisionFixtures.caller(role))
        .actorUid(2)
        .subject(subjectKnown ? DecisionFixtures.subject(DecisionFixtures.envelope(state)) : null)
        .worker(worker)
        .leaseWorkerKey("w3")
        .lease(lease)
        .record(record)
        .newest(lease)
        .newestRecord(record)
        .queue(queue)
        .leaseQueue(queue)
        .named(
            Map.of(
                DecisionFixtures.QUEUE,
                queue,
                DecisionFixtures.NEXT,
                DecisionFixtures.queue(DecisionFixtures.NEXT, false)))
        .activeHolds(state == ExecutionState.HELD ? List.of(hold) : List.of())
        .hold(hold)
        .outputs(Map.of())
        .now(DecisionFixtures.NOW)
        .draw(new CountingIds())
        .build();
  }
}
