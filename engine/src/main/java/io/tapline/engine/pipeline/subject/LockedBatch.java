package io.tapline.engine.pipeline.subject;

import io.tapline.api.DomainKey;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.engine.action.ActionNeed;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.DecisionInput.NamedDispatch;
import io.tapline.engine.decide.DecisionInputBuilder;
import io.tapline.engine.decide.DependencyStatus;
import io.tapline.engine.decide.DependencyStatus.Dependency;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.SignalOnly;
import io.tapline.engine.model.DeadLetter;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Hold;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DecisionRows.LeaseRow;
import io.tapline.engine.store.JobHistory;
import io.tapline.engine.store.PolicyVersions.SeenWorker;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WaitingJobs;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * All rows that the commands of one batch name: looked up, locked, then read, each with one
 * statement for the whole batch.
 */
public final class LockedBatch {

  /** Stands for the principal where a worker is only locked. */
  private static final long NOBODY = 0;

  private final Tx tx;
  private final DecisionRows rows;

  // Map.of() would throw for null, which denotes an unknown EUID.
  private Map<Long, LeaseRow> leases = Collections.emptyMap();
  private Deferred<Map<Long, SubjectRow>> deferredSubjects;
  private Map<Long, SubjectRow> subjects = Collections.emptyMap();
  private Map<SeenWorker, Worker> workers = Collections.emptyMap();
  private Map<Long, Queue> queuesByUid = Collections.emptyMap();
  private Map<String, Queue> queuesByKey = Collections.emptyMap();
  private Map<Long, List<Hold>> activeHolds = Collections.emptyMap();
  private Map<Long, Hold> namedHolds = Collections.emptyMap();
  private Map<Long, DeadLetter> openDeadLetters = Collections.emptyMap();
  private Map<Long, DeadLetter> namedDeadLetters = Collections.emptyMap();
  private Map<Long, Long> unleasedRecords = Collections.emptyMap();
  private Map<Long, NamedDispatch> dispatches = Collections.emptyMap();
  private Map<Long, String> outputs = Collections.emptyMap();
  private Map<Long, JsonNode> properties = Collections.emptyMap();
  private Map<Long, List<Dependency>> dependencies = Collections.emptyMap();
  private Map<Long, JobHistory> histories = Collections.emptyMap();
  private DomainKey performing;

  /**
   * The ends of the live leases of workers that may get another one, with the leases of this batch.
   */
  private Map<Long, List<Instant>> leaseEnds = Collections.emptyMap();

  public LockedBatch(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.rows = new DecisionRows(tx, templateCache);
  }

  /** Reads the rows of commands of one action whose subjects are locked already. */
  public static LockedBatch underLocks(ActionTransaction action, List<BatchItem> items)
      throws SQLException {
    var batch = new LockedBatch(action.tx(), action.templates());
    batch.resolve(items);
    batch.askSubjects(items);
    batch.read(items);
    return batch;
  }

  /** The next commands are steps of this action of a pack. */
  public void perform(DomainKey action) {
    performing = action;
  }

  /** Converts EUIDs to uids, and leases, holds and dead letters to their subjects. */
  void resolve(List<BatchItem> items) throws SQLException {
    for (var item : items) {
      item.resolve();
    }
    // Leases are read before the locks only where they are needed to find the subject.
    leases =
        rows.leases(
            BatchItem.uids(items, item -> item.subjectUid() == null ? item.leaseUid() : null));
    var heldSubjects =
        rows.subjectsOf(BatchItem.uids(items, BatchItem::holdUid), LinkTypes.SUBJECT_HOLD);
    var deadSubjects =
        rows.subjectsOf(
            BatchItem.uids(items, BatchItem::deadLetterUid), LinkTypes.SUBJECT_DEAD_LETTER);
    for (var item : items) {
      if (item.subjectUid() == null
          && item.leaseUid() != null
          && leases.containsKey(item.leaseUid())) {
        item.subject(leases.get(item.leaseUid()).lease().subjectUid());
      } else if (item.holdUid() != null) {
        item.subject(heldSubjects.get(item.holdUid()));
      } else if (item.deadLetterUid() != null) {
        item.subject(deadSubjects.get(item.deadLetterUid()));
      }
    }
  }

  /**
   * Locks workers that may get a lease, then all subjects, each by uid. Leases and records change
   * only under their subject's lock.
   */
  public void lock(List<BatchItem> items, Set<Long> also) throws SQLException {
    for (var worker : new TreeSet<>(BatchItem.uids(items, LockedBatch::granted))) {
      rows.workers().lock(worker, NOBODY);
    }
    var subjectUids = new TreeSet<>(BatchItem.uids(items, BatchItem::subjectUid));
    subjectUids.addAll(also);
    rows.lockSubjects(subjectUids);
  }

  /** Locks the subjects that no other transaction has locked. */
  public Deferred<Set<Long>> askFree(List<BatchItem> items) {
    return rows.askFreeSubjects(BatchItem.uids(items, BatchItem::subjectUid));
  }

  /** A separate statement, sent after the locks. */
  public void askSubjects(List<BatchItem> items) {
    deferredSubjects = rows.askSubjects(BatchItem.uids(items, BatchItem::subjectUid));
  }

  /**
   * Subjects that have to be locked too, in the order of all locks: a job that undoes another one
   * may end here, and then the other one has an event. Only the row of the job names the other one.
   *
   * @param also uids of the subjects that are locked beside those of the items
   */
  Set<Long> unlocked(List<BatchItem> items, Set<Long> also) {
    var undone = new HashSet<>(BatchItem.uids(items, this::undone));
    undone.removeAll(also);
    return undone;
  }

  /** The job that the item's job compensates; or null. */
  Long undone(BatchItem item) {
    var row = subjects.get(item.subjectUid());
    return row == null ? null : EuidMint.uidOrNull(row.subject().execution().compensates());
  }

  private static Long granted(BatchItem item) {
    return item.command() instanceof ExternalResult ? item.workerUid() : null;
  }

  /** Reads all objects of the locked subjects. */
  public void read(List<BatchItem> items) throws SQLException {
    tx.flush();
    subjects = deferredSubjects.get();
    rows.addRetired(BatchItem.uids(items, BatchItem::subjectUid), subjects);
    leases = rows.leases(BatchItem.uids(items, this::leaseNotNewest));
    var seen = new HashSet<SeenWorker>();
    var queueUids = new HashSet<Long>();
    var queueKeys = new HashSet<String>();
    for (var item : items) {
      var row = subjects.get(item.subjectUid());
      if (row != null && row.newest() != null) {
        seen.add(seenBy(item, row.newest().workerUid()));
        queueUids.add(row.newest().queueUid());
      }
      var named = leases.get(item.leaseUid());
      if (named != null) {
        seen.add(seenBy(item, named.lease().workerUid()));
        queueUids.add(named.lease().queueUid());
      }
      if (row != null && row.subject().execution().nextQueueKey() != null) {
        queueKeys.add(row.subject().execution().nextQueueKey());
      }
      if (item.workerUid() != null) {
        seen.add(seenBy(item, item.workerUid()));
      }
      queueKeys.addAll(BatchItem.queueKeys(item.command()));
    }
    var deferredWorkers = rows.workers().ask(seen);
    var deferredByUid = rows.queues().askByUid(queueUids);
    var deferredByKey = rows.queues().askByKey(queueKeys);
    tx.flush();
    workers = deferredWorkers.get();
    queuesByUid = deferredByUid.get();
    queuesByKey = deferredByKey.get();
    readRest(items);
  }

  private void readRest(List<BatchItem> items) throws SQLException {
    if (items.isEmpty()) {
      return;
    }
    if (BatchItem.anyNeeds(items, ActionNeed.DEPENDENCIES)) {
      dependencies = WaitingJobs.on(tx, BatchItem.uids(items, BatchItem::subjectUid));
    }
    var subjectUids = BatchItem.uids(items, BatchItem::subjectUid);
    if (BatchItem.anyNeeds(items, ActionNeed.HISTORY)) {
      histories = JobHistory.readHistories(tx, subjectUids);
    }
    activeHolds =
        BatchItem.anyNeeds(items, ActionNeed.ACTIVE_HOLDS)
            ? rows.activeHolds(subjectUids)
            : Collections.emptyMap();
    namedHolds = rows.holds(BatchItem.uids(items, BatchItem::holdUid));
    namedDeadLetters = rows.deadLetters(BatchItem.uids(items, BatchItem::deadLetterUid));
    openDeadLetters =
        BatchItem.anyNeeds(items, ActionNeed.OPEN_DEAD_LETTER)
            ? rows.openDeadLetters(subjectUids)
            : Collections.emptyMap();
    unleasedRecords =
        BatchItem.anyNeeds(items, ActionNeed.LAST_UNLEASED_RECORD)
            ? rows.lastUnleasedRecords(subjectUids)
            : Collections.emptyMap();
    if (BatchItem.anyNeeds(items, ActionNeed.NAMED_DISPATCH)) {
      dispatches = rows.namedDispatches(referencesNotAwaited(items), SystemCaller.PRINCIPAL);
    }
    var outputUids = new HashSet<Long>();
    for (var item : items) {
      for (var euid : BatchItem.outputs(item.command())) {
        var uid = EuidMint.uidOrNull(euid);
        if (uid != null) {
          outputUids.add(uid);
        }
      }
    }
    outputs = rows.objects(outputUids);
    properties = SubjectProperties.read(tx, BatchItem.uids(items, this::signalled));
    leaseEnds = WorkerLeases.ends(tx, BatchItem.uids(items, LockedBatch::granted));
  }

  /** References of external results that the job does not wait for, by subject. */
  private Map<Long, String> referencesNotAwaited(List<BatchItem> items) {
    var references = new HashMap<Long, String>();
    for (var item : items) {
      var row = subjects.get(item.subjectUid());
      var named = ((ExternalResult) item.command()).externalRef();
      var awaited = row == null ? null : row.subject().execution().external();
      if (row != null && (awaited == null || !awaited.externalRef().equals(named))) {
        references.put(item.subjectUid(), named);
      }
    }
    return references;
  }

  /** A lease that this batch grants counts for the next items. */
  public void grant(Lease lease) {
    leaseEnds.get(lease.workerUid()).add(lease.terms().expiresAt());
  }

  private int liveLeases(BatchItem item, Instant now) {
    return (int)
        leaseEnds.getOrDefault(item.workerUid(), List.of()).stream()
            .filter(end -> end.isAfter(now))
            .count();
  }

  /**
   * The subject, if it may be routed to a signal-only queue: only then its properties are checked.
   */
  private Long signalled(BatchItem item) {
    boolean may = BatchItem.queueKeys(item.command()).stream().anyMatch(this::takesSignalsOnly);
    if (item.command() instanceof Requeue requeue && requeue.queueKey() == null) {
      var row = subjects.get(item.subjectUid());
      may =
          row != null
              && (takesSignalsOnly(row.subject().execution().nextQueueKey())
                  || row.newest() != null
                      && SignalOnly.matters(queuesByUid.get(row.newest().queueUid())));
    }
    return may ? item.subjectUid() : null;
  }

  private boolean takesSignalsOnly(String queueKey) {
    return SignalOnly.matters(queuesByKey.get(queueKey));
  }

  private Long leaseNotNewest(BatchItem item) {
    var row = subjects.get(item.subjectUid());
    boolean newest =
        row != null && row.newest() != null && Objects.equals(row.newest().uid(), item.leaseUid());
    return newest ? null : item.leaseUid();
  }

  public Long feedKey(BatchItem item) {
    return subjects.get(item.subjectUid()).feedKey();
  }

  /**
   * The input of the decision. An object with another EUID than the given one counts as missing.
   */
  public DecisionInput input(BatchItem item, TransactionClockAndIds clockAndIds) {
    var command = item.command();
    var row = subjects.get(item.subjectUid());
    if (row != null
        && command.subjectEuid() != null
        && !row.subject().euid().equals(command.subjectEuid())) {
      row = null;
    }
    var newest = row == null ? null : row.newest();
    var newestRecord = row == null ? null : newestRecord(item, row);
    var lease = newest;
    var record = newestRecord;
    if (item.leaseUid() != null || item.namesLease()) {
      var named = named(item, row);
      lease = named == null ? null : named.lease();
      record = named == null ? null : named.record();
    }
    var worker = worker(item, lease);
    var leaseWorker = lease == null ? null : workers.get(seenBy(item, lease.workerUid()));
    var history = histories.get(item.subjectUid());
    return DecisionInputBuilder.builder()
        .caller(item.request().caller())
        .actorUid(item.request().actorUid())
        .subject(row == null ? null : row.subject())
        .worker(worker)
        .leaseWorkerKey(leaseWorker == null ? null : leaseWorker.profile().workerKey())
        .lease(lease)
        .record(record)
        .newest(newest)
        .newestRecord(newestRecord)
        .queue(row == null ? null : queuesByKey.get(row.subject().execution().nextQueueKey()))
        .leaseQueue(lease == null ? null : queuesByUid.get(lease.queueUid()))
        .named(queuesByKey)
        .activeHolds(activeHolds.getOrDefault(item.subjectUid(), List.of()))
        .hold(hold(item))
        .deadLetter(deadLetter(item))
        .outputs(existing(BatchItem.outputs(command)))
        .now(row == null ? clockAndIds.now() : clockAndIds.now(row))
        .draw(clockAndIds)
        .properties(properties.get(item.subjectUid()))
        .workerLeases(liveLeases(item, clockAndIds.now()))
        .dependencies(DependencyStatus.of(dependencies.getOrDefault(item.subjectUid(), List.of())))
        .dispatch(dispatches.get(item.subjectUid()))
        .summary(history == null ? null : history.summary())
        .payloadHash(item.payloadHash())
        .performing(performing)
        .build();
  }

  private ExecutionRecord newestRecord(BatchItem item, SubjectRow row) {
    var unleased = unleasedRecords.get(item.subjectUid());
    return unleased != null && (row.record() == null || unleased > row.record().uid())
        ? new ExecutionRecord(unleased, null, null)
        : row.record();
  }

  private LeaseRow named(BatchItem item, SubjectRow row) {
    var euid = item.leaseEuid();
    var found =
        row != null && row.newest() != null && Objects.equals(row.newest().uid(), item.leaseUid())
            ? new LeaseRow(row.newest(), row.record())
            : leases.get(item.leaseUid());
    return found != null && found.lease().euid().equals(euid) ? found : null;
  }

  /** For an override without a named worker, the worker of the lease is used. */
  private Worker worker(BatchItem item, Lease lease) {
    var command = item.command();
    if (command instanceof LeaseCommand verb && verb.override() && verb.workerEuid() == null) {
      return lease == null ? null : workers.get(seenBy(item, lease.workerUid()));
    }
    var found = item.workerUid() == null ? null : workers.get(seenBy(item, item.workerUid()));
    var euid = item.workerEuid();
    return found != null && found.euid().equals(euid) ? found : null;
  }

  private static SeenWorker seenBy(BatchItem item, long workerUid) {
    return new SeenWorker(workerUid, item.request().actorUid());
  }

  private Hold hold(BatchItem item) {
    var found = namedHolds.get(item.holdUid());
    return found != null && found.euid().equals(((ReleaseHold) item.command()).holdEuid())
        ? found
        : null;
  }

  private DeadLetter deadLetter(BatchItem item) {
    if (item.command() instanceof ResolveDeadLetter resolve) {
      var found = namedDeadLetters.get(item.deadLetterUid());
      return found != null && found.euid().equals(resolve.deadLetterEuid()) ? found : null;
    }
    return openDeadLetters.get(item.subjectUid());
  }

  private Map<String, Long> existing(Collection<String> euids) {
    var found = new HashMap<String, Long>();
    for (var euid : euids) {
      var uid = EuidMint.uidOrNull(euid);
      if (uid != null && euid.equals(outputs.get(uid))) {
        found.put(euid, uid);
      }
    }
    return found;
  }
}
