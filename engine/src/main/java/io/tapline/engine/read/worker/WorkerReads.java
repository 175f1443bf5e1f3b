package io.tapline.engine.read.worker;

import io.tapline.api.Page;
import io.tapline.api.Refusal;
import io.tapline.api.WorkerReach;
import io.tapline.api.WorkerStatus;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WorkerLeases;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Workers for people. */
public final class WorkerReads {

  private static final NamedSql ALL = NamedSql.load(DecisionRows.class, "worker/workers_all");
  private static final NamedSql OWNERS = NamedSql.load(DecisionRows.class, "worker/worker_owners");

  /** Maximum number of live workers in the metrics. */
  private static final int SURVEY = 10_000;

  /** Maximum number of workers read for one page with a status filter. */
  private static final int LOOK = 1_000;

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public WorkerReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * Oldest first, optionally with their current status. A page may be short and still have a
   * successor.
   */
  public Page<WorkerView> list(long tenantId, WorkerStatus status, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    // The ONLINE status is derived when a worker is read, so more are read than shown.
    int look = status == null ? most + 1 : LOOK;
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var looked =
              page(tx, templateCache, ReadClock.read(tx), PageCursor.uid(cursor), true, look);
          var found =
              looked.stream()
                  .filter(worker -> status == null || worker.effectiveStatus() == status)
                  .limit(most + 1L)
                  .toList();
          var shown = found.size() > most ? found.subList(0, most) : found;
          return new Page<>(shown, next(shown, found.size() > most, looked, look));
        });
  }

  private static String next(
      List<WorkerView> shown, boolean more, List<WorkerView> looked, int look) {
    if (!more && looked.size() < look) {
      return null;
    }
    var last = more ? shown.get(shown.size() - 1) : looked.get(looked.size() - 1);
    return PageCursor.encode(new PageCursor.AfterUid(last.worker().uid()));
  }

  public WorkerView one(long tenantId, String workerEuid) {
    var uid = EuidMint.uidOf(workerEuid);
    return tapDb
        .transaction(
            tenantId,
            tx ->
                uid.isEmpty()
                    ? List.<WorkerView>of()
                    : page(tx, templateCache, ReadClock.read(tx), uid.getAsLong() - 1, true, 1))
        .stream()
        .filter(worker -> worker.workerEuid().equals(workerEuid))
        .findFirst()
        .orElseThrow(() -> RefusedException.unknown("worker_euid", "worker " + workerEuid));
  }

  /** Prefix of the worker key of a person on the screens. */
  private static final String PERSON = "human:";

  /**
   * The worker of a person on the screens, in any browser; null before the first claim. A worker
   * that another principal registered under the same key does not count.
   */
  public String ofPerson(long tenantId, String principal) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var rows = new DecisionRows(tx, templateCache);
          var uid = rows.workers().uidByKey(PERSON + principal);
          if (uid == null || !principal.equals(owners(tx, Set.of(uid)).get(uid))) {
            return null;
          }
          var worker = rows.workers().byUid(Set.of(uid), 0).get(uid);
          return worker.profile().status() == WorkerStatus.RETIRED ? null : worker.euid();
        });
  }

  /** The principals that registered these workers, by uid. */
  public static Map<Long, String> owners(Tx tx, Collection<Long> workers) throws SQLException {
    var found = new HashMap<Long, String>();
    if (!workers.isEmpty()) {
      tx.query(
          OWNERS,
          row -> found.put(row.getLong("uid"), row.getString("principal")),
          Map.of("uids", workers.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }

  /** The workers among these with free leases. */
  public Set<String> withRoom(long tenantId, Collection<String> workerEuids) {
    var uids = new HashSet<Long>();
    workerEuids.forEach(euid -> EuidMint.uidOf(euid).ifPresent(uids::add));
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          var workers = new DecisionRows(tx, templateCache).workers().byUid(uids, 0);
          var ends = WorkerLeases.ends(tx, workers.keySet());
          var found = new HashSet<String>();
          workers.forEach(
              (uid, worker) -> {
                long live = ends.get(uid).stream().filter(end -> end.isAfter(now)).count();
                if (live < worker.profile().maxConcurrentLeases()) {
                  found.add(worker.euid());
                }
              });
          return found;
        });
  }

  /** All queues that are not retired, with the result of the claim check for this worker. */
  public List<WorkerReach> reach(long tenantId, QueueAudience audience, String workerEuid) {
    var worker = one(tenantId, workerEuid).worker();
    var refusal = WorkerEligibility.mayClaim(worker);
    return tapDb
        .snapshot(tenantId, tx -> new DecisionRows(tx, templateCache).queues().all())
        .stream()
        .filter(queue -> audience.sees(queue.policy()))
        .map(
            queue ->
                reach(
                    queue,
                    refusal != null ? refusal : WorkerEligibility.mayClaimFrom(worker, queue)))
        .toList();
  }

  private static WorkerReach reach(Queue queue, Refusal refusal) {
    return refusal == null
        ? new WorkerReach(queue.key(), true, null, null)
        : new WorkerReach(queue.key(), false, refusal.code(), refusal.message());
  }

  public static List<WorkerView> all(Tx tx, TemplateCache templateCache, Instant now)
      throws SQLException {
    return page(tx, templateCache, now, 0, false, SURVEY);
  }

  private static List<WorkerView> page(
      Tx tx, TemplateCache templateCache, Instant now, long after, boolean withRetired, int limit)
      throws SQLException {
    return tx.query(
        ALL,
        row -> {
          var profile = Json.read(row.getString("properties"), WorkerProfile.class);
          return new WorkerView(
              row.getString("euid"),
              profile.statusAt(now),
              row.getLong("active_leases"),
              Duration.between(profile.heartbeatAt(), now).toMillis() / 1000.0,
              profile,
              new Worker(row.getLong("uid"), row.getString("euid"), profile, false));
        },
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.WORKER).uid(),
            "now",
            TimeText.of(now),
            "after",
            after,
            "limit",
            limit,
            "with_retired",
            withRetired));
  }
}
