package io.tapline.engine.pipeline;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Correlation;
import io.tapline.engine.decide.GrantLease;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.decide.WorkerDecision;
import io.tapline.engine.decide.WorkerGate;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Lapses;
import io.tapline.engine.store.Pace;
import io.tapline.engine.store.Replays;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A worker asks for work: select, lock, look again, grant. */
final class ClaimPipeline {

  /** Lease, record and action. */
  private static final int IDS_PER_ITEM = 3;

  private static final int MAX_SETTLEMENTS = 5;

  private final Context context;
  private final SubjectPipeline subjects;
  private final Candidates candidates;

  ClaimPipeline(Context context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    this.candidates = new Candidates(context.kinds(), new Pace());
  }

  /** Either an answer, or a refusal as an exception. */
  ClaimAnswer run(Caller caller, Claim command) {
    long actorUid = context.principals().uidOf(caller);
    var hash = PayloadHash.of(command);
    return Twins.settle(
        () -> {
          for (int settled = 0; ; settled++) {
            try {
              return claim(caller, actorUid, command, hash);
            } catch (LapseMet lapse) {
              if (settled == MAX_SETTLEMENTS) {
                throw new IllegalStateException("leases keep lapsing: " + lapse.leaseEuids());
              }
              subjects.settle(caller.tenantId(), lapse.leaseEuids());
            }
          }
        });
  }

  private ClaimAnswer claim(Caller caller, long actorUid, Claim command, String hash) {
    if (command.queueKey() != null && command.subjectEuid() == null) {
      // The hot path: everything is asked once, under the worker's lock.
      var answer = from(caller, actorUid, command, hash, null, null);
      return answer != null ? answer : ClaimAnswer.noWork(command.workerEuid());
    }
    var plan =
        context
            .tapDb()
            .transaction(caller.tenantId(), tx -> plan(tx, caller, actorUid, command, hash));
    if (plan.answer() != null) {
      return plan.answer();
    }
    // One queue at a time, in dispatch order: the first that yields work.
    for (var queue : plan.queues()) {
      var answer = from(caller, actorUid, command, hash, plan.subjectUid(), queue);
      if (answer != null) {
        return answer;
      }
    }
    return ClaimAnswer.noWork(command.workerEuid());
  }

  /**
   * From one queue: the planned one, or the one that the command names. Null when it has no work.
   */
  private ClaimAnswer from(
      Caller caller, long actorUid, Claim command, String hash, Long subjectUid, Queue planned) {
    boolean kept = false;
    while (true) {
      boolean upkept = kept;
      try {
        return context
            .tapDb()
            .transaction(
                caller.tenantId(),
                tx -> grant(tx, caller, actorUid, command, hash, subjectUid, planned, upkept));
      } catch (UpkeepDue due) {
        // Once: what one step leaves over is the next claim's.
        upkeep(caller.tenantId(), due);
        kept = true;
      }
    }
  }

  /** What the claim comes down to: an answer at once, or queues to try. */
  private record Plan(ClaimAnswer answer, List<Queue> queues, Long subjectUid) {}

  /**
   * Without locks: a replay, a refusal, or where to look. All of it is asked again under the
   * worker's lock.
   */
  private Plan plan(Tx tx, Caller caller, long actorUid, Claim command, String hash)
      throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var workerUid = Scene.uid(command.workerEuid());
    var worker =
        workerUid == null ? null : rows.workers(Set.of(workerUid), actorUid).get(workerUid);
    refuse(workerExists(worker, command));
    refuse(WorkerDecision.owned(worker, caller));
    var subjectUid = command.subjectEuid() == null ? null : Scene.uid(command.subjectEuid());
    var replayed = replay(tx, worker, command, hash, subjectUid);
    if (replayed != null) {
      return new Plan(replayed, List.of(), null);
    }
    if (command.subjectEuid() != null) {
      return new Plan(null, List.of(queueOfSubject(rows, command, subjectUid)), subjectUid);
    }
    if (WorkerGate.mayClaim(worker) != null) {
      return new Plan(ClaimAnswer.noWork(command.workerEuid()), List.of(), null);
    }
    return new Plan(null, serviceable(rows.queues(), worker), null);
  }

  /** Those that the worker may claim from, the most urgent first; equal ones by key. */
  static List<Queue> serviceable(List<Queue> queues, Worker worker) {
    return queues.stream()
        .filter(queue -> WorkerGate.mayClaimFrom(worker, queue) == null)
        .sorted(
            Comparator.comparingInt((Queue queue) -> -queue.policy().dispatchPriority())
                .thenComparing(Queue::key))
        .toList();
  }

  /** Where it waits; refused when it waits nowhere. */
  static Queue queueOfSubject(Rows rows, Claim command, Long subjectUid) throws SQLException {
    var row = subjectUid == null ? null : rows.subjects(Set.of(subjectUid)).get(subjectUid);
    if (row == null || !row.subject().euid().equals(command.subjectEuid())) {
      throw new RefusedException(
          Refusal.unknown("subject_euid", "subject " + command.subjectEuid()));
    }
    var key = row.subject().execution().nextQueueKey();
    if (row.subject().execution().terminal()) {
      throw new RefusedException(
          Refusal.of(
              Code.SUBJECT_TERMINAL,
              "subject " + command.subjectEuid() + " is " + row.subject().execution().state()));
    }
    var queue = key == null ? null : rows.queuesByKey(Set.of(key)).get(key);
    if (queue == null) {
      throw new RefusedException(
          Refusal.of(Code.NOT_VISIBLE, "subject " + command.subjectEuid() + " is in no queue"));
    }
    if (command.queueKey() != null && !command.queueKey().equals(key)) {
      throw new RefusedException(
          Refusal.of(
              Code.NOT_VISIBLE,
              "subject "
                  + command.subjectEuid()
                  + " is in queue "
                  + key
                  + ", not "
                  + command.queueKey()));
    }
    return queue;
  }

  /** Lapses are settled and matured subjects promoted in transactions of their own. */
  private void upkeep(long tenantId, UpkeepDue due) {
    if (due.lapsed()) {
      subjects.settle(
          tenantId,
          context.tapDb().transaction(tenantId, tx -> Lapses.ofQueue(tx, due.queue().uid())));
    }
    if (due.matured()) {
      context.tapDb().transaction(tenantId, tx -> Candidates.promote(tx, due.queue().key()));
    }
  }

  private ClaimAnswer grant(
      Tx tx,
      Caller caller,
      long actorUid,
      Claim command,
      String hash,
      Long subjectUid,
      Queue planned,
      boolean kept)
      throws SQLException {
    var rows = new Rows(tx, context.kinds());
    var workerUid = Scene.uid(command.workerEuid());
    var worker = workerUid == null ? null : rows.lockWorker(workerUid, actorUid);
    refuse(workerExists(worker, command));
    refuse(WorkerDecision.owned(worker, caller));
    var replayed = replay(tx, worker, command, hash, subjectUid);
    if (replayed != null) {
      return replayed;
    }
    var queue = queue(rows, command, planned);
    var state = candidates.before(tx, queue, worker.uid(), false);
    var refusal = gate(worker, queue, state.liveLeases());
    if (refusal != null) {
      if (command.queueKey() == null && command.subjectEuid() == null) {
        return null;
      }
      throw new RefusedException(refusal);
    }
    if (!kept) {
      requireUpkept(queue, state);
    }
    int room =
        Math.min(command.maxItems(), worker.profile().maxConcurrentLeases() - state.liveLeases());
    var locked = lock(tx, rows, queue, worker, state, subjectUid, room);
    if (locked.isEmpty()) {
      if (!kept && !state.asked()) {
        // Never "no work" for want of looking.
        requireUpkept(queue, candidates.before(tx, queue, worker.uid(), true));
      }
      return null;
    }
    var answer = grantAll(tx, rows, caller, actorUid, command, hash, worker, queue, locked);
    if (answer != null) {
      candidates.granted(tx.tenantId(), worker.uid(), state, firstLease(answer));
    }
    return answer;
  }

  private static void requireUpkept(Queue queue, Candidates.Before state) {
    if (state.lapsed() || state.matured()) {
      throw new UpkeepDue(queue, state.lapsed(), state.matured());
    }
  }

  private static long firstLease(ClaimAnswer answer) {
    return answer.claims().stream().mapToLong(ClaimAnswer.Item::fencingToken).min().orElseThrow();
  }

  private static Queue queue(Rows rows, Claim command, Queue planned) throws SQLException {
    if (planned != null) {
      return rows.queuesByUid(Set.of(planned.uid())).get(planned.uid());
    }
    var queue = rows.queuesByKey(Set.of(command.queueKey())).get(command.queueKey());
    refuse(queue == null ? Refusal.unknown("queue_key", "queue " + command.queueKey()) : null);
    return queue;
  }

  private List<Long> lock(
      Tx tx,
      Rows rows,
      Queue queue,
      Worker worker,
      Candidates.Before state,
      Long subjectUid,
      int room)
      throws SQLException {
    if (subjectUid == null) {
      return candidates.lock(tx, queue, worker.profile().reach(), state.now(), room);
    }
    rows.lockSubjects(List.of(subjectUid));
    return List.of(subjectUid);
  }

  private static Refusal gate(Worker worker, Queue queue, int held) {
    var refusal = WorkerGate.mayClaim(worker);
    if (refusal == null) {
      refusal = WorkerGate.mayClaimFrom(worker, queue);
    }
    return refusal != null ? refusal : WorkerGate.belowLimit(worker, held);
  }

  /**
   * One named subject, for an action that takes it up and does its work in the same transaction.
   * Worker and subject are locked.
   *
   * @param held the live leases of the worker
   */
  ClaimAnswer within(
      Tx tx,
      Caller caller,
      long actorUid,
      Claim command,
      Worker worker,
      Queue queue,
      long subjectUid,
      int held)
      throws SQLException {
    refuse(gate(worker, queue, held));
    return grantAll(
        tx,
        new Rows(tx, context.kinds()),
        caller,
        actorUid,
        command,
        PayloadHash.of(command),
        worker,
        queue,
        List.of(subjectUid));
  }

  private ClaimAnswer grantAll(
      Tx tx,
      Rows rows,
      Caller caller,
      long actorUid,
      Claim command,
      String hash,
      Worker worker,
      Queue queue,
      List<Long> locked)
      throws SQLException {
    var drawn = Drawn.underLock(tx, context.kinds(), locked.size() * IDS_PER_ITEM);
    var facts = rows.subjectsWithProperties(locked);
    // Those that were selected have none: a hold placed since then would show in the envelope.
    var holds =
        command.subjectEuid() == null ? Map.<Long, List<Hold>>of() : rows.activeHolds(locked);
    var writer = new Writer(tx, context.kinds(), drawn);
    var granted = new HashMap<Long, ClaimAnswer.Item>();
    var lapses = new LinkedHashSet<String>();
    for (var uid : locked) {
      var row = facts.get(uid);
      var situation =
          situation(
              caller, actorUid, worker, queue, row, holds.getOrDefault(uid, List.of()), drawn);
      if (situation.lapsed()) {
        lapses.add(situation.newest().euid());
        continue;
      }
      var decision = GrantLease.decide(situation, command, hash);
      if (decision instanceof Refused refused) {
        // Selected subjects that changed before the lock are another's by now; a named one is
        // refused by name.
        context.tally().notGranted(caller.tenantId(), queue.key(), refused.refusal().code());
        if (command.subjectEuid() != null) {
          throw new RefusedException(refused.refusal());
        }
        continue;
      }
      var change = (Change) decision;
      writer.change(uid, change);
      granted.put(
          uid,
          record(
              tx,
              caller,
              command,
              hash,
              worker,
              queue,
              row,
              change,
              drawn,
              writer,
              granted.size()));
    }
    if (!lapses.isEmpty()) {
      throw new LapseMet(lapses);
    }
    if (granted.isEmpty()) {
      return null;
    }
    signOfLife(worker, drawn, writer);
    writer.write();
    return answer(
        command, false, locked.stream().map(granted::get).filter(Objects::nonNull).toList());
  }

  private static Situation situation(
      Caller caller,
      long actorUid,
      Worker worker,
      Queue queue,
      Rows.SubjectRow row,
      List<Hold> holds,
      Drawn drawn) {
    var sameQueue = queue.key().equals(row.subject().execution().nextQueueKey());
    return new Situation(
        caller,
        actorUid,
        row.subject(),
        worker,
        null,
        row.newest(),
        row.record(),
        row.newest(),
        row.record(),
        sameQueue ? queue : null,
        queue,
        Map.of(),
        holds,
        null,
        null,
        Map.of(),
        drawn.now(),
        drawn);
  }

  private ClaimAnswer.Item record(
      Tx tx,
      Caller caller,
      Claim command,
      String hash,
      Worker worker,
      Queue queue,
      Rows.SubjectRow row,
      Change change,
      Drawn drawn,
      Writer writer,
      int ordinal)
      throws SQLException {
    var lease = change.newLease();
    var subject = row.subject();
    var template = context.kinds().action(tx, ActionKey.CLAIM_QUEUE_ITEM);
    var ref = drawn.next(template);
    var note =
        new ActionNote(
            ActionKey.CLAIM_QUEUE_ITEM,
            null,
            caller.principal(),
            Recorder.role(caller),
            command.subjectEuid() == null ? "worker" : null,
            ordinal == 0 ? null : ordinal,
            subject.euid(),
            worker.euid(),
            lease.euid(),
            change.newRecord().euid(),
            null,
            null,
            queue.key(),
            null,
            null,
            change.fromState(),
            change.after().state(),
            change.before().revision(),
            change.after().revision(),
            Correlation.id(command.meta(), subject.execution()),
            Correlation.trace(command.meta(), subject.execution()),
            command.meta().idempotencyKey(),
            hash,
            context.softwareVersion(),
            ClaimAnswer.CLAIMED,
            null,
            null,
            change.events());
    writer.act(
        new Entry(
            ref, template, subject.uid(), worker.uid(), queue.uid(), null, row.feedKey(), note));
    return item(ref.euid(), note, lease, row);
  }

  /**
   * Claiming shows that the worker lives; written only when the last heartbeat is getting old,
   * since a row has to move.
   */
  private static void signOfLife(Worker worker, Drawn drawn, Writer writer) {
    var due =
        worker
            .profile()
            .heartbeatAt()
            .plusSeconds(Math.max(1, worker.profile().heartbeatTtlSeconds() / 3));
    if (!due.isAfter(drawn.now())) {
      writer.reregister(worker.uid(), WorkerDecision.alive(worker.profile(), drawn.now()));
    }
  }

  /**
   * From the action and what never changes about its lease and its subject: the same the first time
   * and every time after, so the action need not keep it. The expiry is the one that was granted.
   */
  private static ClaimAnswer.Item item(
      String actionEuid, ActionNote note, Lease lease, Rows.SubjectRow row) {
    var enqueued = row.subject().execution();
    var terms = lease.terms();
    return new ClaimAnswer.Item(
        lease.euid(),
        terms.leaseToken(),
        lease.fencingToken(),
        note.recordEuid(),
        note.subjectEuid(),
        note.queueKey(),
        terms.attemptNumber(),
        terms.nextActionKey(),
        note.toState(),
        note.revisionAfter(),
        terms.claimedAt().plusSeconds(terms.ttlSeconds()),
        terms.ttlSeconds(),
        actionEuid,
        enqueued.correlationId(),
        enqueued.traceId(),
        row.properties());
  }

  /** A claim of many is replayed as a whole. */
  private ClaimAnswer replay(Tx tx, Worker worker, Claim command, String hash, Long subjectUid)
      throws SQLException {
    long target =
        command.subjectEuid() == null ? worker.uid() : subjectUid == null ? -1 : subjectUid;
    var key = new Replays.Key(target, command.meta().idempotencyKey());
    var found = Replays.find(tx, ActionKey.CLAIM_QUEUE_ITEM, List.of(key)).get(key);
    if (found == null) {
      return null;
    }
    if (!hash.equals(found.get(0).note().payloadHash())) {
      throw new RefusedException(
          SubjectPipeline.conflict(command.meta().idempotencyKey(), found.get(0)));
    }
    var rows = new Rows(tx, context.kinds());
    var leases = rows.leases(found.stream().map(one -> Scene.uid(one.note().leaseEuid())).toList());
    var subjects =
        rows.subjectsWithProperties(
            found.stream().map(one -> Scene.uid(one.note().subjectEuid())).toList());
    var items = new ArrayList<ClaimAnswer.Item>();
    for (var one : found) {
      var lease = leases.get(Scene.uid(one.note().leaseEuid())).lease();
      var subject = Scene.uid(one.note().subjectEuid());
      items.add(item(one.actionEuid(), one.note(), lease, subjects.get(subject)));
    }
    return answer(command, true, items);
  }

  private static ClaimAnswer answer(Claim command, boolean replayed, List<ClaimAnswer.Item> items) {
    return new ClaimAnswer(ClaimAnswer.CLAIMED, replayed, command.workerEuid(), items);
  }

  private static Refusal workerExists(Worker worker, Claim command) {
    return worker == null || !worker.euid().equals(command.workerEuid())
        ? Refusal.unknown("worker_euid", "worker " + command.workerEuid())
        : null;
  }

  private static void refuse(Refusal refusal) {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }
}
