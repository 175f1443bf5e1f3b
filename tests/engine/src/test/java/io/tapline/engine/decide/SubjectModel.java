package io.tapline.engine.decide;

import io.tapline.api.ActionKey;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Subject;
import io.tapline.engine.model.Worker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One subject and all that is linked to it, in memory: what the store does with the decisions, in a
 * hundred lines. An observer sees every change before the next one is made.
 */
final class SubjectModel {

  /** Sees what each decision changed, once it has been applied. */
  interface Watch {
    void applied(ActionKey action, Object command, SubjectChange change, Ending ending);
  }

  static final long UID = 7;

  final Worker worker = DecisionFixtures.worker(3, WorkerStatus.ONLINE, true);
  final Map<String, Queue> queues = new LinkedHashMap<>();
  final TreeMap<Long, Lease> leases = new TreeMap<>();
  final TreeMap<Long, ExecutionRecord> recordsByLease = new TreeMap<>();
  final TreeMap<Long, ExecutionRecord> records = new TreeMap<>();
  final TreeMap<Long, Hold> holds = new TreeMap<>();
  final TreeMap<Long, DeadLetter> deadLetters = new TreeMap<>();
  final CountingIds draw = new CountingIds();
  private final Watch watch;
  DependencyStatus dependencyStatus = DependencyStatus.WAITING;
  Instant now = DecisionFixtures.NOW;
  Envelope envelope;

  SubjectModel(Watch watch) {
    this.watch = watch;
    queues.put(DecisionFixtures.QUEUE, DecisionFixtures.queue(DecisionFixtures.QUEUE, true));
    queues.put(DecisionFixtures.NEXT, DecisionFixtures.queue(DecisionFixtures.NEXT, false));
  }

  void prepare() {
    var command =
        PrepareBuilder.builder().meta(DecisionFixtures.meta()).templateCode(Enqueue.TASK).build();
    apply(command.action(), command, EnqueueSubject.prepare(command, now), null);
  }

  /** Into a workflow, to wait for another job. */
  Decision enqueueToWait() {
    var links = EnqueueLinksBuilder.builder().workflow("Z-XW").dependsOn(List.of("Z-XS-8")).build();
    var command =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key("enqueue"))
            .templateCode(Enqueue.TASK)
            .queueKey(DecisionFixtures.QUEUE)
            .ties(links)
            .build();
    var decision = EnqueueSubject.create(command, queues.get(DecisionFixtures.QUEUE), now);
    return applied(command.action(), command, decision, null);
  }

  Decision enqueue(Instant readyAt) {
    var meta = RequestMeta.key("enqueue");
    boolean create = envelope == null;
    var command =
        EnqueueBuilder.builder()
            .meta(meta)
            .templateCode(create ? Enqueue.TASK : null)
            .subjectEuid(create ? null : "Z-XS-7")
            .queueKey(DecisionFixtures.QUEUE)
            .nextActionKey("extract")
            .readyAt(readyAt)
            .build();
    var decision =
        create
            ? EnqueueSubject.create(command, queues.get(DecisionFixtures.QUEUE), now)
            : EnqueueSubject.route(situation(newest(), null, null), command, null);
    return applied(command.action(), command, decision, null);
  }

  Decision claim(boolean start) {
    settleLapse();
    var command =
        ClaimBuilder.builder()
            .meta(DecisionFixtures.meta())
            .workerEuid(worker.euid())
            .maxItems(1)
            .start(start)
            .build();
    var decision = GrantLease.decide(situation(newest(), null, null), command, "hash");
    return applied(command.action(), command, decision, null);
  }

  /** A command that names neither a lease, nor a hold, nor a dead letter. */
  Decision execute(SubjectCommand command, Ending ending) {
    return execute(command, newest(), null, null, ending);
  }

  /** A command about the given lease, hold or dead letter; null where it names none. */
  Decision execute(
      SubjectCommand command, Lease lease, Hold hold, DeadLetter deadLetter, Ending ending) {
    if (settlesLapses(command.action())) {
      settleLapse();
    }
    var named = lease == null ? newest() : leases.get(lease.uid());
    var decision = ActionTable.decide(situation(named, hold, deadLetter), command);
    return applied(command.action(), command, decision, ending);
  }

  /** The worker was replaced or retired, and its lease with it. */
  void abandon() {
    var change = ExpireLeaseDecision.settle(situation(newest(), null, null), Ending.ABANDONED);
    apply(ActionKey.EXPIRE_QUEUE_LEASE, null, change, Ending.ABANDONED);
  }

  Lease newest() {
    return leases.isEmpty() ? null : leases.lastEntry().getValue();
  }

  boolean leaseActive() {
    return newest() != null && newest().terms().status() == LeaseStatus.ACTIVE;
  }

  List<Hold> activeHolds() {
    return holds.values().stream().filter(Hold::active).toList();
  }

  DeadLetter openDeadLetter() {
    return deadLetters.values().stream().filter(DeadLetter::open).findFirst().orElse(null);
  }

  private static boolean settlesLapses(ActionKey action) {
    return action == ActionKey.PLACE_EXECUTION_HOLD
        || action == ActionKey.REQUEUE_SUBJECT
        || action == ActionKey.FAIL_OVERDUE_SUBJECT
        || action == ActionKey.DEAD_LETTER_SUBJECT
        || action == ActionKey.CANCEL_SUBJECT_EXECUTION;
  }

  private void settleLapse() {
    var input = situation(newest(), null, null);
    if (input.lapsed()) {
      apply(
          ActionKey.EXPIRE_QUEUE_LEASE,
          null,
          ExpireLeaseDecision.settle(input, Ending.LAPSED),
          Ending.LAPSED);
    }
  }

  private DecisionInput situation(Lease lease, Hold hold, DeadLetter deadLetter) {
    var newest = newest();
    return DecisionInputBuilder.builder()
        .caller(DecisionFixtures.caller(Role.ADMIN))
        .actorUid(2)
        .subject(
            envelope == null
                ? null
                : new Subject(UID, "Z-XS-7", Enqueue.TASK, "S", now, now, envelope))
        .worker(worker)
        .leaseWorkerKey(worker.profile().workerKey())
        .lease(lease)
        .record(lease == null ? null : recordsByLease.get(lease.uid()))
        .newest(newest)
        .newestRecord(newest == null ? null : recordsByLease.get(newest.uid()))
        .queue(envelope == null ? null : queues.get(envelope.nextQueueKey()))
        .leaseQueue(lease == null ? null : queueOf(lease))
        .named(queues)
        .activeHolds(activeHolds())
        .hold(hold)
        .deadLetter(deadLetter != null ? deadLetter : openDeadLetter())
        .outputs(Map.of())
        .now(now)
        .draw(draw)
        .workerLeases(0)
        .dependencies(dependencyStatus)
        .build();
  }

  private Queue queueOf(Lease lease) {
    return queues.values().stream()
        .filter(queue -> queue.uid() == lease.queueUid())
        .findFirst()
        .orElseThrow();
  }

  private Decision applied(ActionKey action, Object command, Decision decision, Ending ending) {
    if (decision instanceof SubjectChange change) {
      apply(action, command, change, ending);
    }
    return decision;
  }

  private void apply(ActionKey action, Object command, SubjectChange change, Ending ending) {
    if (change.changedLease() != null) {
      leases.put(change.changedLease().uid(), change.changedLease());
    }
    if (change.closedRecord() != null) {
      records.put(change.closedRecord().uid(), change.closedRecord());
      recordsByLease.replaceAll(
          (lease, record) ->
              record.uid() == change.closedRecord().uid() ? change.closedRecord() : record);
    }
    if (change.newLease() != null) {
      leases.put(change.newLease().uid(), change.newLease());
      recordsByLease.put(change.newLease().uid(), change.newRecord());
    }
    if (change.newRecord() != null) {
      records.put(change.newRecord().uid(), change.newRecord());
    }
    var changedHolds = new ArrayList<>(change.releasedHolds());
    if (change.newHold() != null) {
      changedHolds.add(change.newHold());
    }
    changedHolds.forEach(hold -> holds.put(hold.uid(), hold));
    if (change.newDeadLetter() != null) {
      deadLetters.put(change.newDeadLetter().uid(), change.newDeadLetter());
    }
    if (change.resolvedDeadLetter() != null) {
      deadLetters.put(change.resolvedDeadLetter().uid(), change.resolvedDeadLetter());
    }
    envelope = change.after();
    watch.applied(action, command, change, ending);
  }
}
