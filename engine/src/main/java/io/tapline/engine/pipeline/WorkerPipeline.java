package io.tapline.engine.pipeline;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Heartbeat;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.WorkerCommand;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.ExpireLeaseDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.EventBuilder;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.FeedKeys;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Executes the actions on workers: registration, heartbeats, and the actions of administrators. */
final class WorkerPipeline {

  /** A settled lease draws its action and perhaps a dead letter. */
  private static final int IDS_PER_LEASE = 2;

  private final PipelineContext context;

  WorkerPipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, WorkerCommand command) {
    long actorUid = context.principals().uidOf(caller);
    // Creates the system principal now: inside the transaction this would need a second connection
    // from the pool.
    context.principals().uidOf(SystemCaller.of(caller.tenantId()));
    var hash = PayloadHash.of(command);
    return IdempotentRetry.settle(
        () ->
            context
                .tapDb()
                .transaction(
                    caller.tenantId(), tx -> attempt(tx, caller, actorUid, command, hash)));
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, WorkerCommand command, String hash) throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var locked = lock(rows, command, actorUid);
    boolean succeeds =
        locked != null
            && command instanceof RegisterWorker
            && WorkerDecision.givesUpKey(locked, caller);
    var known = succeeds ? null : locked;
    var replayed = replay(tx, known, command, hash);
    if (replayed != null) {
      return replayed;
    }
    // Locks the worker, then all subjects that the action may change: the common order of locks.
    var active =
        known == null || command instanceof Heartbeat
            ? List.<WorkerLeases.ActiveLease>of()
            : WorkerLeases.active(tx, known.uid());
    var subjectUids =
        active.stream().map(WorkerLeases.ActiveLease::subjectUid).sorted().distinct().toList();
    rows.lockSubjects(subjectUids);
    var clockAndIds =
        TransactionClockAndIds.underLock(
            tx, context.templates(), 2 + IDS_PER_LEASE * active.size());
    var outcome = decide(command, known, caller, clockAndIds);
    if (outcome.refusal() != null) {
      return ItemOutcome.of(outcome.refusal());
    }
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    if (succeeds) {
      writer.reregister(locked.uid(), WorkerDecision.withoutKey(locked, clockAndIds.now()));
    }
    var ref = write(tx, known, outcome.profile(), actorUid, clockAndIds, writer);
    if (outcome.replaced()) {
      var ending = command instanceof RegisterWorker ? Ending.ABANDONED : Ending.RETIRED;
      abandon(tx, rows, subjectUids, ref.uid(), ending, clockAndIds, writer);
    }
    var answer =
        new RegistryRecorder(context, tx, caller, actorUid, clockAndIds, writer)
            .worker(
                command,
                hash,
                ref,
                FeedKeys.newest(tx, ref.uid()),
                result(tx, command, known, ref, outcome.profile(), clockAndIds),
                reason(command),
                events(command));
    writer.write();
    return ItemOutcome.of(answer);
  }

  private static Worker lock(DecisionRows rows, WorkerCommand command, long actorUid)
      throws SQLException {
    if (command instanceof RegisterWorker register) {
      var uid = rows.workers().uidByKey(register.workerKey());
      return uid == null ? null : rows.workers().lock(uid, actorUid);
    }
    var euid = euid(command);
    var uid = NamedObjects.uid(euid);
    var worker = uid == null ? null : rows.workers().lock(uid, actorUid);
    return worker != null && worker.euid().equals(euid) ? worker : null;
  }

  private static String euid(WorkerCommand command) {
    return command instanceof Heartbeat beat
        ? beat.workerEuid()
        : ((AdministerWorker) command).workerEuid();
  }

  private static WorkerDecision.Outcome decide(
      WorkerCommand command, Worker known, Caller caller, TransactionClockAndIds clockAndIds) {
    if (command instanceof RegisterWorker register)
      return WorkerDecision.register(register, known, caller, clockAndIds.now());
    if (command instanceof Heartbeat beat)
      return WorkerDecision.heartbeat(beat, known, caller, clockAndIds.now());
    return WorkerDecision.administer((AdministerWorker) command, known);
  }

  private ObjectRef write(
      Tx tx,
      Worker known,
      WorkerProfile profile,
      long actorUid,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    if (known != null) {
      writer.reregister(known.uid(), profile);
      return new ObjectRef(known.uid(), known.euid());
    }
    var template = context.templates().template(tx, TemplateCache.WORKER);
    var ref = clockAndIds.next(template);
    writer.register(ref, template, profile.displayName(), profile);
    writer.link(new Link(actorUid, LinkTypes.ACTOR_WORKER, ref.uid()));
    return ref;
  }

  /**
   * The process has ended: each of its leases ends ABANDONED, by a separate action on its subject.
   */
  private void abandon(
      Tx tx,
      DecisionRows rows,
      List<Long> subjectUids,
      long workerUid,
      Ending ending,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var system = SystemCaller.of(tx.tenantId());
    var asker = new RequestCaller(system, context.principals().uidOf(system));
    var items = new ArrayList<BatchItem>();
    var facts = rows.subjects(subjectUids);
    for (var row : facts.values()) {
      var lease = row.newest();
      if (lease != null
          && lease.workerUid() == workerUid
          && lease.terms().status() == io.tapline.api.LeaseStatus.ACTIVE) {
        var command =
            lease.lapsed(clockAndIds.now())
                ? SystemCaller.expire(lease.euid())
                : SystemCaller.abandon(lease.euid(), ending);
        var item = new BatchItem(items.size(), asker, command, PayloadHash.of(command));
        item.subject(row.subject().uid());
        item.lease(lease.uid());
        items.add(item);
      }
    }
    var batch = new LockedBatch(tx, context.templates());
    batch.askSubjects(items);
    batch.read(items);
    var recorder = new ActionRecorder(context, tx, asker, clockAndIds, writer);
    var undoing = new CompensationEnqueue(context, tx, asker, clockAndIds, writer);
    for (var item : items) {
      var input = batch.input(item, clockAndIds);
      // A lease that lapsed earlier is found only now.
      SubjectChange change =
          ExpireLeaseDecision.settle(
              input, input.lease().lapsed(clockAndIds.now()) ? Ending.LAPSED : ending);
      writer.change(input.subject().uid(), input.newest(), change);
      recorder.subject(item, input, change, batch.feedKey(item));
      undoing.order(input, change, item.payloadHash(), recorder);
    }
  }

  /** The answer to a worker: its own row, and the state of its leases. */
  @RecordBuilder
  record WorkerView(
      String workerEuid,
      @JsonUnwrapped WorkerProfile worker,
      List<String> liveLeases,
      List<String> lostLeases,
      List<String> cancelRequested,
      List<String> jobIds) {}

  private static WorkerView result(
      Tx tx,
      WorkerCommand command,
      Worker known,
      ObjectRef ref,
      WorkerProfile profile,
      TransactionClockAndIds clockAndIds)
      throws SQLException {
    if (!(command instanceof Heartbeat)) {
      return WorkerPipelineWorkerViewBuilder.builder()
          .workerEuid(ref.euid())
          .worker(profile)
          .build();
    }
    var active = WorkerLeases.active(tx, ref.uid());
    var lost =
        new ArrayList<>(WorkerLeases.lostSince(tx, ref.uid(), known.profile().heartbeatAt()));
    active.stream()
        .filter(lease -> !lease.expiresAt().isAfter(clockAndIds.now()))
        .map(WorkerLeases.ActiveLease::euid)
        .forEach(lost::add);
    // A lease that ended between the two reads is in both.
    var live = active.stream().filter(lease -> !lost.contains(lease.euid())).toList();
    return new WorkerView(
        ref.euid(),
        profile,
        live.stream().map(WorkerLeases.ActiveLease::euid).toList(),
        lost,
        live.stream()
            .filter(WorkerLeases.ActiveLease::cancelRequested)
            .map(WorkerLeases.ActiveLease::subjectEuid)
            .toList(),
        live.stream().map(WorkerLeases.ActiveLease::subjectEuid).toList());
  }

  private static List<Event> events(WorkerCommand command) {
    return command instanceof Heartbeat
        ? List.of(EventBuilder.builder().type(EventType.JOB_HEARTBEAT).build())
        : null;
  }

  private static String reason(WorkerCommand command) {
    return command instanceof AdministerWorker administer ? administer.reason() : null;
  }

  private ItemOutcome replay(Tx tx, Worker known, WorkerCommand command, String hash)
      throws SQLException {
    if (known == null) {
      return null;
    }
    var key = new ReplayLookup.Key(known.uid(), command.meta().idempotencyKey());
    var found = ReplayLookup.find(tx, command.action(), List.of(key)).get(key);
    return found == null
        ? null
        : SubjectPipeline.replayed(hash, key.idempotencyKey(), found.get(0));
  }
}
