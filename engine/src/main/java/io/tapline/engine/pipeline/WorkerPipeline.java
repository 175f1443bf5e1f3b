package io.tapline.engine.pipeline;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Heartbeat;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.WorkerCommand;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.ExpireLeaseOf;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.FeedKeys;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Replays;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Workers: registration, heartbeats, and what administrators do to them. */
final class WorkerPipeline {

  /** A settled lease draws its action and perhaps a dead letter. */
  private static final int IDS_PER_LEASE = 2;

  private final Context context;

  WorkerPipeline(Context context) {
    this.context = context;
  }

  Outcome run(Caller caller, WorkerCommand command) {
    long actorUid = context.principals().uidOf(caller);
    // Made known now: inside the transaction it would ask the pool for a second connection.
    context.principals().uidOf(SystemCaller.of(caller.tenantId()));
    var hash = PayloadHash.of(command);
    return Twins.settle(
        () ->
            context
                .tapDb()
                .transaction(
                    caller.tenantId(), tx -> attempt(tx, caller, actorUid, command, hash)));
  }

  private Outcome attempt(Tx tx, Caller caller, long actorUid, WorkerCommand command, String hash)
      throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var known = lock(rows, command, actorUid);
    var replayed = replay(tx, known, command, hash);
    if (replayed != null) {
      return replayed;
    }
    // Worker, then all subjects the action may touch: the one order of locks.
    var active =
        known == null || command instanceof Heartbeat
            ? List.<WorkerLeases.Active>of()
            : WorkerLeases.active(tx, known.uid());
    var subjectUids =
        active.stream().map(WorkerLeases.Active::subjectUid).sorted().distinct().toList();
    rows.lockSubjects(subjectUids);
    var drawn = Drawn.underLock(tx, context.kinds(), 2 + IDS_PER_LEASE * active.size());
    var outcome = decide(command, known, caller, drawn);
    if (outcome.refusal() != null) {
      return Outcome.of(outcome.refusal());
    }
    var writer = new Writer(tx, context.kinds(), drawn);
    var ref = write(tx, known, outcome.profile(), actorUid, drawn, writer);
    if (outcome.replaced()) {
      var ending = command instanceof RegisterWorker ? Ending.ABANDONED : Ending.RETIRED;
      abandon(tx, rows, subjectUids, ref.uid(), ending, drawn, writer);
    }
    var answer =
        new RegistryRecorder(context, tx, caller, actorUid, drawn, writer)
            .worker(
                command,
                hash,
                ref,
                FeedKeys.newest(tx, ref.uid()),
                result(tx, command, known, ref, outcome.profile(), drawn),
                reason(command),
                events(command));
    writer.write();
    return Outcome.of(answer);
  }

  private static Worker lock(Rows rows, WorkerCommand command, long actorUid) throws SQLException {
    if (command instanceof RegisterWorker register) {
      var uid = rows.workerByKey(register.workerKey());
      return uid == null ? null : rows.lockWorker(uid, actorUid);
    }
    var euid = euid(command);
    var uid = Scene.uid(euid);
    var worker = uid == null ? null : rows.lockWorker(uid, actorUid);
    return worker != null && worker.euid().equals(euid) ? worker : null;
  }

  private static String euid(WorkerCommand command) {
    return command instanceof Heartbeat beat
        ? beat.workerEuid()
        : ((AdministerWorker) command).workerEuid();
  }

  private static WorkerDecision.Outcome decide(
      WorkerCommand command, Worker known, Caller caller, Drawn drawn) {
    if (command instanceof RegisterWorker register)
      return WorkerDecision.register(register, known, caller, drawn.now());
    if (command instanceof Heartbeat beat)
      return WorkerDecision.heartbeat(beat, known, caller, drawn.now());
    return WorkerDecision.administer((AdministerWorker) command, known);
  }

  private Ref write(
      Tx tx, Worker known, WorkerProfile profile, long actorUid, Drawn drawn, Writer writer)
      throws SQLException {
    if (known != null) {
      writer.reregister(known.uid(), profile);
      return new Ref(known.uid(), known.euid());
    }
    var template = context.kinds().of(tx, Kinds.WORKER);
    var ref = drawn.next(template);
    writer.register(ref, template, profile.displayName(), profile);
    writer.link(new Link(actorUid, Relationship.ACTOR_WORKER, ref.uid()));
    return ref;
  }

  /**
   * The process is gone: each of its leases ends ABANDONED, by an action of its own on its subject.
   */
  private void abandon(
      Tx tx,
      Rows rows,
      List<Long> subjectUids,
      long workerUid,
      Ending ending,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var system = SystemCaller.of(tx.tenantId());
    var asker = new RequestCaller(system, context.principals().uidOf(system));
    var items = new ArrayList<Item>();
    var facts = rows.subjects(subjectUids);
    for (var row : facts.values()) {
      var lease = row.newest();
      if (lease != null
          && lease.workerUid() == workerUid
          && lease.terms().status() == io.tapline.engine.model.LeaseStatus.ACTIVE) {
        var command =
            lease.lapsed(drawn.now())
                ? SystemCaller.expire(lease.euid())
                : SystemCaller.abandon(lease.euid(), ending);
        var item = new Item(items.size(), asker, command, PayloadHash.of(command));
        item.subject(row.subject().uid());
        item.lease(lease.uid());
        items.add(item);
      }
    }
    var scene = new Scene(tx, context.kinds());
    scene.read(items);
    var recorder = new Recorder(context, tx, asker, drawn, writer);
    var undoing = new Compensations(context, tx, asker, drawn, writer);
    for (var item : items) {
      var situation = scene.situation(item, drawn);
      // One that had lapsed before is only found now.
      Change change =
          ExpireLeaseOf.settle(
              situation, situation.lease().lapsed(drawn.now()) ? Ending.LAPSED : ending);
      writer.change(situation.subject().uid(), situation.newest(), change);
      recorder.subject(item, situation, change, scene.feedKey(item));
      undoing.order(situation, change, item.payloadHash(), recorder);
    }
  }

  /** What a worker is told: itself, and what became of its leases. */
  record WorkerView(
      String workerEuid,
      @JsonUnwrapped WorkerProfile worker,
      List<String> liveLeases,
      List<String> lostLeases,
      List<String> cancelRequested,
      List<String> jobIds) {}

  private static WorkerView result(
      Tx tx, WorkerCommand command, Worker known, Ref ref, WorkerProfile profile, Drawn drawn)
      throws SQLException {
    if (!(command instanceof Heartbeat)) {
      return new WorkerView(ref.euid(), profile, null, null, null, null);
    }
    var active = WorkerLeases.active(tx, ref.uid());
    var lost =
        new ArrayList<>(WorkerLeases.lostSince(tx, ref.uid(), known.profile().heartbeatAt()));
    active.stream()
        .filter(lease -> !lease.expiresAt().isAfter(drawn.now()))
        .map(WorkerLeases.Active::euid)
        .forEach(lost::add);
    // One that was taken away between the two reads is in both.
    var live = active.stream().filter(lease -> !lost.contains(lease.euid())).toList();
    return new WorkerView(
        ref.euid(),
        profile,
        live.stream().map(WorkerLeases.Active::euid).toList(),
        lost,
        live.stream()
            .filter(WorkerLeases.Active::cancelRequested)
            .map(WorkerLeases.Active::subjectEuid)
            .toList(),
        live.stream().map(WorkerLeases.Active::subjectEuid).toList());
  }

  private static List<Event> events(WorkerCommand command) {
    return command instanceof Heartbeat
        ? List.of(new Event(EventType.JOB_HEARTBEAT, null, null, null, null))
        : null;
  }

  private static String reason(WorkerCommand command) {
    return command instanceof AdministerWorker administer ? administer.reason() : null;
  }

  private Outcome replay(Tx tx, Worker known, WorkerCommand command, String hash)
      throws SQLException {
    if (known == null) {
      return null;
    }
    var key = new Replays.Key(known.uid(), command.meta().idempotencyKey());
    var found = Replays.find(tx, command.action(), List.of(key)).get(key);
    return found == null
        ? null
        : SubjectPipeline.replayed(hash, key.idempotencyKey(), found.get(0));
  }
}
