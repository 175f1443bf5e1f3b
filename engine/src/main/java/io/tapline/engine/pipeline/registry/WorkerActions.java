package io.tapline.engine.pipeline.registry;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.LeaseStatus;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.WorkerCommand;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.ExpireLeaseDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.EventBuilder;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.pipeline.registry.WorkerActions.LockedWorker;
import io.tapline.engine.pipeline.subject.BatchItem;
import io.tapline.engine.pipeline.subject.CompensationEnqueue;
import io.tapline.engine.pipeline.subject.LockedBatch;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The actions on workers: registration, heartbeats, and the actions of administrators. */
public final class WorkerActions implements RegistryKind<WorkerCommand, LockedWorker> {

  /** A settled lease draws its action and perhaps a dead letter. */
  private static final int IDS_PER_LEASE = 2;

  private final PipelineContext context;

  public WorkerActions(PipelineContext context) {
    this.context = context;
  }

  /**
   * A worker, and the jobs whose leases the action may end.
   *
   * @param known null when there is none
   * @param former the worker that had the key of a new worker; else null
   * @param leases the number of its active leases
   */
  record LockedWorker(Worker known, Worker former, int leases, List<Long> subjectUids) {}

  @Override
  public void prepare(long tenantId) {
    // The principal of the leases that the action ends.
    context.principals().uidOf(SystemCaller.of(tenantId));
  }

  /** Locks the worker, then all subjects that the action may change: the common order of locks. */
  @Override
  public LockedWorker lock(LockPhase locks, WorkerCommand command) throws SQLException {
    var rows = locks.rows();
    var locked = lock(rows, command, locks.actorUid());
    var caller = locks.request().caller();
    boolean succeeds =
        locked != null
            && command instanceof RegisterWorker
            && WorkerDecision.givesUpKey(locked, caller);
    var known = succeeds ? null : locked;
    var active =
        known == null || command instanceof Heartbeat
            ? List.<WorkerLeases.ActiveLease>of()
            : WorkerLeases.active(locks.tx(), known.uid());
    var subjectUids =
        active.stream().map(WorkerLeases.ActiveLease::subjectUid).sorted().distinct().toList();
    rows.lockSubjects(subjectUids);
    return new LockedWorker(known, succeeds ? locked : null, active.size(), subjectUids);
  }

  @Override
  public Collection<Long> keyOwners(LockPhase locks, WorkerCommand command, LockedWorker rows) {
    return rows.known() == null ? List.of() : List.of(rows.known().uid());
  }

  @Override
  public int ids(LockedWorker rows) {
    return IDS + IDS_PER_LEASE * rows.leases();
  }

  @Override
  public ItemOutcome decide(ActionTransaction action, WorkerCommand command, LockedWorker rows)
      throws SQLException {
    var known = rows.known();
    var decided = decide(action, command, known);
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var former = rows.former();
    if (former != null) {
      action.writer().reregister(former.uid(), WorkerDecision.withoutKey(former, action.now()));
    }
    var profile = decided.profile();
    var ref = write(action, known, profile);
    if (decided.replaced()) {
      var ending = command instanceof RegisterWorker ? Ending.ABANDONED : Ending.RETIRED;
      abandon(action, rows.subjectUids(), ref.uid(), ending);
    }
    if (command instanceof Heartbeat) {
      var beat = EventBuilder.builder().type(EventType.JOB_HEARTBEAT).build();
      return action
          .recorder()
          .worker(ref, leases(action, known, ref, profile), null, List.<Event>of(beat));
    }
    var view =
        WorkerActionsWorkerViewBuilder.builder().workerEuid(ref.euid()).worker(profile).build();
    var reason = command instanceof AdministerWorker administer ? administer.reason() : null;
    return action.recorder().worker(ref, view, reason, null);
  }

  private static Worker lock(DecisionRows rows, WorkerCommand command, long actorUid)
      throws SQLException {
    if (command instanceof RegisterWorker register) {
      var uid = rows.workers().uidByKey(register.workerKey());
      return uid == null ? null : rows.workers().lock(uid, actorUid);
    }
    var euid = euid(command);
    var uid = EuidMint.uidOrNull(euid);
    var worker = uid == null ? null : rows.workers().lock(uid, actorUid);
    return worker != null && worker.euid().equals(euid) ? worker : null;
  }

  private static String euid(WorkerCommand command) {
    return command instanceof Heartbeat beat
        ? beat.workerEuid()
        : ((AdministerWorker) command).workerEuid();
  }

  private static WorkerDecision.Outcome decide(
      ActionTransaction action, WorkerCommand command, Worker known) {
    var caller = action.caller();
    if (command instanceof RegisterWorker register)
      return WorkerDecision.register(register, known, caller, action.now());
    if (command instanceof Heartbeat beat)
      return WorkerDecision.heartbeat(beat, known, caller, action.now());
    return WorkerDecision.administer((AdministerWorker) command, known);
  }

  private static ObjectRef write(ActionTransaction action, Worker known, WorkerProfile profile)
      throws SQLException {
    if (known != null) {
      return action.update(new ObjectRef(known.uid(), known.euid()), profile);
    }
    var ref = action.create(TemplateCache.WORKER, profile.displayName(), profile);
    action.writer().link(new Link(action.request().actorUid(), LinkTypes.ACTOR_WORKER, ref.uid()));
    return ref;
  }

  /**
   * The process has ended: each of its leases ends ABANDONED, by a separate action on its subject.
   */
  private void abandon(
      ActionTransaction action, List<Long> subjectUids, long workerUid, Ending ending)
      throws SQLException {
    var system = SystemCaller.of(action.tx().tenantId());
    var items = new ArrayList<BatchItem>();
    for (var row : action.rows().subjects(subjectUids).values()) {
      var lease = row.newest();
      if (lease != null
          && lease.workerUid() == workerUid
          && lease.terms().status() == LeaseStatus.ACTIVE) {
        var command =
            lease.lapsed(action.now())
                ? SystemCaller.expire(lease.euid())
                : SystemCaller.abandon(lease.euid(), ending);
        var item = new BatchItem(items.size(), HashedCommand.of(context, system, command));
        item.subject(row.subject().uid());
        item.lease(lease.uid());
        items.add(item);
      }
    }
    var batch = new LockedBatch(action.tx(), action.templates());
    batch.askSubjects(items);
    batch.read(items);
    for (var item : items) {
      var own = action.of(item.request());
      var input = batch.input(item, action.clockAndIds());
      // A lease that lapsed earlier is found only now.
      var change =
          ExpireLeaseDecision.settle(
              input, input.lease().lapsed(action.now()) ? Ending.LAPSED : ending);
      own.writer().change(input.subject().uid(), input.newest(), change);
      own.recorder().subject(RequestEvidence.of(own.request()), input, change, batch.feedKey(item));
      new CompensationEnqueue(own).order(input, change);
    }
  }

  /** The answer to a worker: its own row, and the state of its leases. */
  @RecordBuilder
  public record WorkerView(
      String workerEuid,
      @JsonUnwrapped WorkerProfile worker,
      List<String> liveLeases,
      List<String> lostLeases,
      List<String> cancelRequested,
      List<String> jobIds) {}

  private static WorkerView leases(
      ActionTransaction action, Worker known, ObjectRef ref, WorkerProfile profile)
      throws SQLException {
    var tx = action.tx();
    var active = WorkerLeases.active(tx, ref.uid());
    var lost =
        new ArrayList<>(WorkerLeases.lostSince(tx, ref.uid(), known.profile().heartbeatAt()));
    active.stream()
        .filter(lease -> !lease.expiresAt().isAfter(action.now()))
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
}
