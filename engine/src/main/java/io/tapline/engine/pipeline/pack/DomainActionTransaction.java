package io.tapline.engine.pipeline.pack;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.decide.SubjectRefusals;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Blocked;
import io.tapline.engine.pipeline.RepeatableTransaction.Attempt.Done;
import io.tapline.engine.pipeline.claim.ClaimAttempt;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Answered;
import io.tapline.engine.pipeline.claim.ClaimAttempt.LapsesFound;
import io.tapline.engine.pipeline.claim.ClaimAttempt.Refused;
import io.tapline.engine.pipeline.claim.ClaimPipeline;
import io.tapline.engine.pipeline.claim.ClaimSearch;
import io.tapline.engine.pipeline.pack.PlanWriter.PlanRequest;
import io.tapline.engine.pipeline.subject.LockedBatch;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DomainObjects;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs one action of a pack in one transaction: replay, locks, facts, and the plan that the action
 * decides.
 */
final class DomainActionTransaction {

  private final ClaimPipeline claims;
  private final LockPhase locks;
  private final Tx tx;
  private final HashedCommand request;
  private final PerformAction command;
  private final DomainAction action;
  private final Set<Long> also;
  private final Map<String, String> queues;
  private final DecisionRows rows;
  private final NeededObjects neededObjects;
  private final List<ClaimTaken> taken = new ArrayList<>();
  private String workerEuid;

  /** A claim that was granted within the action. */
  record ClaimTaken(Claim command, ClaimAnswer answer) {}

  /** The outcome of the action, with the claims that it contained. */
  record ActionResult(ItemOutcome outcome, List<ClaimTaken> claims) {}

  /**
   * @param locks the request, whose command is a {@link PerformAction}
   * @param also uids of subjects that an earlier attempt found, and that have to be locked too
   * @param queues receives the queues of the subjects that were found, for the log of a refusal
   */
  DomainActionTransaction(
      ClaimPipeline claims,
      LockPhase locks,
      DomainAction action,
      Set<Long> also,
      Map<String, String> queues) {
    this.claims = claims;
    this.locks = locks;
    this.tx = locks.tx();
    this.request = locks.request();
    this.command = (PerformAction) request.command();
    this.action = action;
    this.also = also;
    this.queues = queues;
    this.rows = locks.rows();
    this.neededObjects = action.reading(command.fields());
  }

  Attempt<ActionResult> execute() throws SQLException {
    Long lead = lead();
    var before = replay(lead);
    if (before != null) {
      return new Done<>(new ActionResult(before, List.of()));
    }
    var worker = lock(lead);
    before = replay(lead);
    if (before != null) {
      return new Done<>(new ActionResult(before, List.of()));
    }
    var named = named(lead);
    var unlocked = unlocked(named);
    if (!unlocked.isEmpty()) {
      return Blocked.byUnlocked(unlocked);
    }
    lockRegistered(named);
    if (action.target() != ActionTarget.LEASE) {
      return execute(lead, Map.of());
    }
    return leases(worker, lead, named).then(leases -> execute(lead, leases));
  }

  /**
   * @param leases by the uid of the subject
   */
  private Attempt<ActionResult> execute(Long lead, Map<Long, String> leases) throws SQLException {
    var drawn = locks.draw(0);
    var facts =
        new ActionFactsReader(new DomainObjects(tx, locks.templates()), neededObjects)
            .read(command, lead, drawn.now());
    requireStanding(drawn, facts, leases);
    var plan = action.decide(facts);
    return new PlanWriter(new PlanRequest(drawn, workerEuid, leases, ofMany()))
        .carryOut(plan, facts.subject())
        .then(answer -> new Done<>(new ActionResult(ItemOutcome.of(answer), taken)));
  }

  /** The subject of the request: named directly, through its lease, or as the first member. */
  private Long lead() throws SQLException {
    if (action.target() == ActionTarget.NOTHING) {
      return null;
    }
    if (command.subjectEuid() != null) {
      var uid = EuidMint.uidOrNull(command.subjectEuid());
      refuse(uid == null ? unknownSubject() : null);
      return uid;
    }
    if (command.leaseEuid() != null) {
      var uid = EuidMint.uidOrNull(command.leaseEuid());
      var lease = uid == null ? null : rows.leases(Set.of(uid)).get(uid);
      refuse(
          lease == null || !lease.lease().euid().equals(command.leaseEuid())
              ? Refusal.unknown("lease_euid", "lease " + command.leaseEuid())
              : null);
      return lease.lease().subjectUid();
    }
    if (!neededObjects.members().isEmpty()) {
      var first = neededObjects.members().get(0);
      var uid = EuidMint.uidOrNull(first);
      refuse(uid == null ? unknownMember(first) : null);
      return uid;
    }
    throw RefusedException.invalid("subject_euid", "is required");
  }

  /**
   * Whether the request names several members. Its key then belongs to the caller: other members
   * under the same key are a conflict.
   */
  private boolean ofMany() {
    return neededObjects.membersField() != null;
  }

  private ItemOutcome replay(Long lead) throws SQLException {
    var target = lead == null || ofMany() ? request.actorUid() : lead;
    return locks.replay(List.of(target));
  }

  /** Locks the worker where a lease may have to be granted, then all subjects by uid. */
  private Worker lock(Long lead) throws SQLException {
    var worker = action.target() == ActionTarget.LEASE ? worker() : null;
    var uids = new TreeSet<>(also);
    if (lead != null) {
      uids.add(lead);
    }
    neededObjects.named().stream()
        .map(EuidMint::uidOrNull)
        .filter(java.util.Objects::nonNull)
        .forEach(uids::add);
    rows.lockSubjects(uids);
    return worker;
  }

  /** The named worker, or the holder of the named lease. Ownership is checked later. */
  private Worker worker() throws SQLException {
    Long uid = EuidMint.uidOrNull(command.workerEuid());
    if (command.workerEuid() == null && command.leaseEuid() != null) {
      var named = EuidMint.uidOrNull(command.leaseEuid());
      var lease = named == null ? null : rows.leases(Set.of(named)).get(named);
      uid = lease == null ? null : lease.lease().workerUid();
    }
    boolean mayClaim = command.leaseEuid() == null || !neededObjects.members().isEmpty();
    var worker =
        uid == null
            ? null
            : mayClaim
                ? rows.workers().lock(uid, request.actorUid())
                : rows.workers().byUid(Set.of(uid), request.actorUid()).get(uid);
    if (command.workerEuid() == null) {
      refuse(
          worker != null
              ? null
              : command.leaseEuid() != null
                  ? Refusal.unknown("lease_euid", "lease " + command.leaseEuid())
                  : Refusal.invalid("worker_euid", "is required; send it or lease_euid"));
    } else {
      refuse(
          worker == null || !worker.euid().equals(command.workerEuid())
              ? Refusal.unknown("worker_euid", "worker " + command.workerEuid())
              : null);
    }
    workerEuid = worker.euid();
    return worker;
  }

  /** Checks that every named object exists and has exactly the given EUID. */
  private Map<String, ExistingObject> named(Long lead) throws SQLException {
    var uids = new HashSet<Long>();
    neededObjects.named().stream()
        .map(EuidMint::uidOrNull)
        .filter(java.util.Objects::nonNull)
        .forEach(uids::add);
    if (lead != null) {
      uids.add(lead);
    }
    var found = new DomainObjects(tx, locks.templates()).byUid(uids);
    var named = new LinkedHashMap<String, ExistingObject>();
    found.values().forEach(one -> named.put(one.euid(), one));
    for (var one : named.values()) {
      boolean work = one.execution() != null;
      refuse(work ? one.execution().retirement(one.euid()) : null);
    }
    if (lead != null) {
      var subject = found.get(lead);
      refuse(
          subject == null
                  || subject.execution() == null
                  || command.subjectEuid() != null && !subject.euid().equals(command.subjectEuid())
              ? unknownSubject()
              : null);
      noteQueue(subject);
    }
    for (var euid : neededObjects.members()) {
      refuse(
          !named.containsKey(euid) || named.get(euid).execution() == null
              ? unknownMember(euid)
              : null);
      noteQueue(named.get(euid));
    }
    for (var field : neededObjects.objects().entrySet()) {
      for (var euid : field.getValue()) {
        refuse(named.containsKey(euid) ? null : Refusal.unknown(field.getKey(), "object " + euid));
      }
    }
    return named;
  }

  private void noteQueue(ExistingObject subject) {
    queues.put(subject.euid(), subject.execution().nextQueueKey());
  }

  /** Subjects that have to be locked too: see {@link LockedBatch#unlocked}. */
  private Set<Long> unlocked(Map<String, ExistingObject> named) {
    var undone = new HashSet<Long>();
    named.values().stream()
        .filter(one -> one.execution() != null && one.execution().compensates() != null)
        .forEach(one -> undone.add(EuidMint.uidOrNull(one.execution().compensates())));
    undone.removeAll(also);
    return undone;
  }

  /**
   * Locks objects after all subjects, by uid. The engine's own objects are left out: workers, for
   * example, come before the subjects in the order of locks.
   */
  private void lockRegistered(Map<String, ExistingObject> named) throws SQLException {
    rows.lockRegistered(
        neededObjects.exclusive().stream()
            .map(named::get)
            .filter(one -> one.execution() == null && !PlanWriter.reserved(one.templateCode()))
            .map(ExistingObject::uid)
            .toList());
  }

  private Refusal unknownSubject() {
    return Refusal.unknown("subject_euid", "object " + command.subjectEuid());
  }

  /**
   * A member is a value of the request and not its target: the request is invalid, instead of the
   * subject not found.
   */
  private Refusal unknownMember(String euid) {
    return Refusal.invalid(neededObjects.membersField(), "there is no object " + euid);
  }

  /**
   * The lease of each subject of the action, by uid of the subject: named, held, or granted now.
   */
  private Attempt<Map<Long, String>> leases(
      Worker worker, Long lead, Map<String, ExistingObject> named) throws SQLException {
    var parts = new LinkedHashSet<Long>();
    parts.add(lead);
    neededObjects.members().forEach(euid -> parts.add(named.get(euid).uid()));
    var leases = new HashMap<Long, String>();
    var open = new TreeSet<Long>();
    var now = TransactionClockAndIds.underLock(tx, locks.templates(), 0).now();
    var found = rows.subjects(parts);
    for (var uid : parts) {
      var newest = found.get(uid).newest();
      if (uid.equals(lead) && command.leaseEuid() != null) {
        leases.put(uid, command.leaseEuid());
      } else if (newest != null && newest.live(now) && newest.workerUid() == worker.uid()) {
        leases.put(uid, newest.euid());
      } else {
        open.add(uid);
      }
    }
    if (!open.isEmpty()) {
      refuse(io.tapline.engine.decide.WorkerEligibility.owned(worker, request.caller()));
      int held =
          (int)
              WorkerLeases.ends(tx, Set.of(worker.uid())).get(worker.uid()).stream()
                  .filter(end -> end.isAfter(now))
                  .count();
      for (var uid : open) {
        var attempt = take(worker, uid, found.get(uid).subject().euid(), held++);
        if (attempt instanceof LapsesFound lapses) {
          return Blocked.byLapses(lapses.leaseEuids());
        }
        leases.put(uid, ((Answered) attempt).answer().claims().get(0).leaseEuid());
      }
    }
    return new Done<>(leases);
  }

  private ClaimAttempt take(Worker worker, long uid, String euid, int held) throws SQLException {
    var meta = command.meta();
    var claim =
        ClaimBuilder.builder()
            .meta(new RequestMeta(meta.idempotencyKey(), meta.correlationId(), meta.traceId()))
            .workerEuid(worker.euid())
            .subjectEuid(euid)
            .maxItems(1)
            .build();
    var found = ClaimSearch.queueOfSubject(rows, claim, uid);
    refuse(found.refusal());
    var attempt = claims.within(tx, request, claim, worker, found.queue(), held);
    if (attempt instanceof Refused refused) {
      refuse(refused.refusal());
    }
    if (attempt instanceof Answered answered) {
      taken.add(new ClaimTaken(claim, answered.answer()));
    }
    return attempt;
  }

  /** Checks the preconditions of the request before the rules of the action. */
  private void requireStanding(ActionTransaction drawn, ActionFacts facts, Map<Long, String> leases)
      throws SQLException {
    if (facts.subject() == null) {
      return;
    }
    if (action.target() == ActionTarget.SUBJECT) {
      var items = StepCommands.items(drawn.request(), List.of(probe(facts.subject(), null, true)));
      var batch = LockedBatch.underLocks(drawn, items);
      refuse(
          SubjectRefusals.againstAnyone(
              batch.input(items.get(0), drawn.clockAndIds()),
              facts.subject().euid(),
              command.expect()));
      return;
    }
    var parts = new LinkedHashSet<>(facts.members());
    parts.add(facts.subject());
    var items =
        StepCommands.items(
            drawn.request(),
            parts.stream()
                .map(one -> probe(one, leases.get(one.uid()), one.uid() == facts.subject().uid()))
                .toList());
    var batch = LockedBatch.underLocks(drawn, items);
    for (var item : items) {
      refuse(
          SubjectRefusals.againstHolder(
              batch.input(item, drawn.clockAndIds()), (Complete) item.command()));
    }
  }

  /**
   * @param leads whether it is the subject of the request, to which the preconditions apply
   */
  private Complete probe(ExistingObject subject, String lease, boolean leads) {
    var complete = Complete.of(command.meta().idempotencyKey(), subject.euid(), workerEuid, lease);
    return leads ? StepCommands.expecting(complete, command.expect()) : complete;
  }

  private static void refuse(Refusal refusal) {
    RefusedException.throwIfRefused(refusal);
  }
}
