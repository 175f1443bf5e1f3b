package io.tapline.engine.store;

import io.tapline.api.ExecutionState;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.ScopeFilter;
import io.tapline.engine.store.SlowQueryThrottle.FruitlessScanBackoff;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Locks the visible jobs of a queue for a claim, in queue order, and skips jobs that other
 * transactions have locked.
 *
 * <p>The index keeps the entries of claimed jobs in front of ready ones until vacuum removes them,
 * which takes as long as an old snapshot is open. Once the scan over them is slow, claims begin
 * where the last one ended, and only from time to time at the head. Each scan still looks for more
 * urgent jobs; only a job that returned to a position before the start may wait for the next scan
 * from the head.
 */
public final class ClaimCandidates {

  private static final NamedSql FROM_HEAD =
      NamedSql.load(ClaimCandidates.class, "claim/claim_candidates");
  private static final NamedSql FROM_PLACE =
      NamedSql.load(ClaimCandidates.class, "claim/claim_candidates_after");
  private static final NamedSql UPKEEP = NamedSql.load(ClaimCandidates.class, "claim/claim_upkeep");
  private static final NamedSql LIVE_LEASES =
      NamedSql.load(ClaimCandidates.class, "claim/live_leases_of_workers");
  private static final NamedSql PROMOTE = NamedSql.load(ClaimCandidates.class, "claim/promote");

  /** More than one claim can take, and few enough for one transaction. */
  public static final int PROMOTION_STEP = 1_000;

  private final TemplateCache templateCache;
  private final SlowQueryThrottle heads;
  private final SlowQueryThrottle upkeep;
  private final LeaseFloors floors = new LeaseFloors();
  private final ClaimCursorCache claimCursorCache = new ClaimCursorCache();
  private final FruitlessScanBackoff fruitlessScanBackoff;

  public ClaimCandidates(TemplateCache templateCache) {
    this(
        templateCache,
        SlowQueryThrottle.ofHeads(),
        SlowQueryThrottle.ofUpkeep(),
        new FruitlessScanBackoff());
  }

  ClaimCandidates(
      TemplateCache templateCache,
      SlowQueryThrottle heads,
      SlowQueryThrottle upkeep,
      FruitlessScanBackoff fruitlessScanBackoff) {
    this.templateCache = templateCache;
    this.heads = heads;
    this.upkeep = upkeep;
    this.fruitlessScanBackoff = fruitlessScanBackoff;
  }

  /** Makes every claim look for lapses and begin at the head: for tests on slow machines. */
  public void disableThrottles() {
    heads.disable();
    upkeep.disable();
  }

  /** Discards values that were read before a restore or failover of the database. */
  public void forgetAll() {
    floors.forgetAll();
    claimCursorCache.forgetAll();
  }

  /**
   * Head of a queue for workers of one scope: workers of different scopes scan past different jobs.
   */
  private record ScanHead(long tenantId, long queueUid, ScopeFilter worker) {}

  private record HeadScan(ScanHead head) {}

  private record UpkeepProbe(long tenantId, long queueUid) {}

  /**
   * State of a queue and a worker before a claim.
   *
   * @param upkeepDue whether the query looked for lapses and matured jobs; it is throttled when it
   *     is slow
   * @param lapsed whether a lease of the queue has lapsed and is not settled
   * @param matured whether a delayed job has become ready
   * @param oldestLive the uid of the worker's oldest live lease; 0 when it has none
   * @param now the time by which candidates are chosen; it is read again once they are locked
   */
  public record UpkeepState(
      boolean upkeepDue,
      boolean lapsed,
      boolean matured,
      int liveLeases,
      long oldestLive,
      Instant now) {

    /** The state for another worker at the same time. */
    private UpkeepState with(LiveLeases live) {
      return new UpkeepState(upkeepDue, lapsed, matured, live.count(), live.oldest(), now);
    }
  }

  /** The caller holds the worker's lock. */
  public UpkeepState before(Tx tx, Queue queue, long workerUid) throws SQLException {
    var key = new UpkeepProbe(tx.tenantId(), queue.uid());
    boolean upkeepDue = upkeep.due(key);
    return tx.query(
            UPKEEP,
            row -> {
              if (upkeepDue) {
                upkeep.took(key, row.getLong("nanos"));
              }
              return before(row, upkeepDue);
            },
            Map.of(
                "upkeep_due", upkeepDue,
                "queue", queue.key(),
                "queue_uid", queue.uid(),
                "worker", workerUid,
                "floor", floors.floorOf(tx.tenantId(), workerUid)))
        .get(0);
  }

  /** The states for several workers of one queue, by worker; the caller holds all their locks. */
  public Map<Long, UpkeepState> before(Tx tx, Queue queue, List<Long> workerUids)
      throws SQLException {
    var found = new HashMap<Long, LiveLeases>();
    var others = workerUids.subList(1, workerUids.size());
    if (!others.isEmpty()) {
      // Sent with the query for the first worker, in one round trip.
      tx.later(
          LIVE_LEASES,
          row -> found.put(row.getLong("worker"), LiveLeases.of(row)),
          Map.of(
              "workers",
              others.stream().mapToLong(Long::longValue).toArray(),
              "floors",
              others.stream().mapToLong(uid -> floors.floorOf(tx.tenantId(), uid)).toArray()));
    }
    var first = before(tx, queue, workerUids.get(0));
    var states = new HashMap<Long, UpkeepState>();
    found.forEach((worker, live) -> states.put(worker, first.with(live)));
    states.put(workerUids.get(0), first);
    return states;
  }

  /** Number and oldest uid of one worker's live leases. */
  private record LiveLeases(int count, long oldest) {

    static LiveLeases of(ResultSet row) throws SQLException {
      return new LiveLeases(row.getInt("live_leases"), row.getLong("oldest_live"));
    }
  }

  private static UpkeepState before(ResultSet row, boolean upkeepDue) throws SQLException {
    return new UpkeepState(
        upkeepDue,
        row.getBoolean("lapsed"),
        row.getBoolean("matured"),
        row.getInt("live_leases"),
        row.getLong("oldest_live"),
        TimeText.parse(row.getString("now")));
  }

  /** The worker's live leases are at most its former ones and those from this lease on. */
  public void granted(long tenantId, long workerUid, UpkeepState upkeepState, long firstLeaseUid) {
    floors.raise(
        tenantId,
        workerUid,
        upkeepState.oldestLive() == 0 ? firstLeaseUid : upkeepState.oldestLive());
  }

  /** Moves matured jobs into the index that claims scan; they are in front of later jobs. */
  public int promote(Tx tx, String queueKey) throws SQLException {
    int promoted = tx.update(PROMOTE, Map.of("queue", queueKey, "limit", PROMOTION_STEP));
    claimCursorCache.forget(tx.tenantId(), queueKey);
    return promoted;
  }

  /** A job was added to, or returned to, a queue. */
  public void returned(long tenantId, String queueKey, Instant visibleFrom) {
    claimCursorCache.returned(tenantId, queueKey, visibleFrom);
  }

  /** Whether the last claims for this scope got all that there was. */
  public boolean expectsNothing(long tenantId, Queue queue, ScopeFilter worker) {
    return fruitlessScanBackoff.expected(tenantId, queue.key(), worker);
  }

  /**
   * Reads the work that a step leaves in the queue with the step's own trip. Reads that are slow
   * share their result instead ({@link #remainder}).
   */
  public Deferred<List<ClaimableWork>> askRemainder(
      Tx tx, PolicyVersions.KnownQueue known, ScopeFilter worker) {
    var queue = known.queue();
    return tx.later(
        ClaimableWork.REMAINDER,
        new ArrayList<>(),
        (found, row) -> {
          var work = ClaimableWork.of(row);
          fruitlessScanBackoff.read(tx.tenantId(), queue.key(), worker, work, row.getLong("nanos"));
          found.add(work);
        },
        ClaimableWork.parameters(queue, uids(known.templates()), worker));
  }

  /** The work of the queue for the worker, whether or not other transactions have locked it. */
  public ClaimableWork remainder(Tx tx, Queue queue, ScopeFilter worker) throws SQLException {
    return fruitlessScanBackoff.scan(
        tx.tenantId(),
        queue.key(),
        worker,
        () -> ClaimableWork.probe(tx, templateCache, queue, worker));
  }

  /** Locks the first jobs that are not locked. An empty result does not mean an empty queue. */
  public List<Long> lock(Tx tx, Queue queue, ScopeFilter worker, Instant now, int limit)
      throws SQLException {
    var locked = scan(tx, queue, worker, now, limit);
    if (!locked.isEmpty()) {
      fruitlessScanBackoff.foundSomething(tx.tenantId(), queue.key(), worker);
    }
    return locked;
  }

  /**
   * Start of a scan.
   *
   * @param place null for the head of the queue
   * @param looksAhead whether the scan looks for more urgent jobs in front of the place
   */
  public record ScanStart(
      long tenantId, Queue queue, ScopeFilter worker, QueuePosition place, boolean looksAhead) {

    private ScanHead head() {
      return new ScanHead(tenantId, queue.uid(), worker);
    }

    /** The parameters of claim.sql#after_place. */
    Map<String, Object> parameters() {
      var parameters = new HashMap<String, Object>();
      parameters.put("place_priority", place.priority());
      parameters.put("place_visible_from", place.visibleFrom());
      parameters.put("place_uid", place.uid());
      parameters.put("look_ahead", looksAhead);
      return parameters;
    }
  }

  public ScanStart start(long tenantId, Queue queue, ScopeFilter worker) {
    var head = new ScanHead(tenantId, queue.uid(), worker);
    var place = heads.due(head) ? null : claimCursorCache.cursorOf(tenantId, queue, worker);
    return new ScanStart(
        tenantId, queue, worker, place, place != null && heads.due(new HeadScan(head)));
  }

  /**
   * A scan has found at least one job.
   *
   * @param all whether it found as many as it looked for
   */
  public void found(ScanStart start, List<StepStatement.GrantedRow> rows, boolean all) {
    var found = rows.stream().map(StepStatement.GrantedRow::position).toList();
    long nanos = rows.get(0).nanos();
    var head = start.head();
    if (all) {
      fruitlessScanBackoff.foundSomething(start.tenantId(), start.queue().key(), start.worker());
    }
    if (start.place() == null) {
      heads.took(head, nanos);
      remember(start.queue(), head, found);
    } else {
      if (start.looksAhead()) {
        heads.took(new HeadScan(head), nanos);
      }
      claimCursorCache.advance(
          start.tenantId(), start.queue(), start.worker(), found.get(found.size() - 1));
    }
  }

  /** Whether a claim looks for lapses and matured jobs; the query is throttled when it is slow. */
  public boolean upkeepDue(long tenantId, Queue queue) {
    return upkeep.due(new UpkeepProbe(tenantId, queue.uid()));
  }

  /** A uid below which the worker has no live lease. */
  public long leaseFloor(long tenantId, long workerUid) {
    return floors.floorOf(tenantId, workerUid);
  }

  /** Whether scans without a result are slow, so that claims share one. */
  public boolean slowToFindNothing(long tenantId, Queue queue, ScopeFilter worker) {
    return fruitlessScanBackoff.slow(tenantId, queue.key(), worker);
  }

  private List<Long> scan(Tx tx, Queue queue, ScopeFilter worker, Instant now, int limit)
      throws SQLException {
    var scanHead = new ScanHead(tx.tenantId(), queue.uid(), worker);
    var parameters = parameters(tx, templateCache, queue, worker, now, limit);
    var start = start(tx.tenantId(), queue, worker);
    var found = start.place() == null ? List.<QueuePosition>of() : after(tx, start, parameters);
    if (!found.isEmpty()) {
      found = fitting(tx, found);
      claimCursorCache.advance(tx.tenantId(), queue, worker, found.get(found.size() - 1));
    } else {
      found =
          fitting(
              tx, heads.timed(scanHead, () -> tx.query(FROM_HEAD, QueuePosition::of, parameters)));
      remember(queue, scanHead, found);
    }
    return found.stream().map(QueuePosition::uid).toList();
  }

  /** Jobs that do not fit in one answer stay in the queue; the next claim begins with them. */
  private static List<QueuePosition> fitting(Tx tx, List<QueuePosition> found) throws SQLException {
    var uids = found.stream().map(QueuePosition::uid).toList();
    return found.subList(0, AnswerBytes.fitting(tx, uids).size());
  }

  /** Empty also when a more urgent job exists. */
  private List<QueuePosition> after(Tx tx, ScanStart start, Map<String, Object> parameters)
      throws SQLException {
    var all = new HashMap<>(parameters);
    all.putAll(start.parameters());
    SlowQueryThrottle.Work<List<QueuePosition>> query =
        () -> tx.query(FROM_PLACE, QueuePosition::of, all);
    return start.looksAhead() ? heads.timed(new HeadScan(start.head()), query) : query.run();
  }

  private void remember(Queue queue, ScanHead scanHead, List<QueuePosition> found) {
    var last = found.isEmpty() ? null : found.get(found.size() - 1);
    if (last != null && last.dueAt() == null && !heads.due(scanHead)) {
      claimCursorCache.set(scanHead.tenantId(), queue, scanHead.worker(), last);
    } else {
      claimCursorCache.forget(scanHead.tenantId(), queue, scanHead.worker());
    }
  }

  /** The plan of a scan for a worker that serves everything, as EXPLAIN returns it in JSON. */
  public static String plan(Tx tx, TemplateCache templateCache, Queue queue, Instant now)
      throws SQLException {
    return tx.explain(FROM_HEAD, parameters(tx, templateCache, queue, ScopeFilter.ALL, now, 1));
  }

  static Map<String, Object> parameters(
      Tx tx, TemplateCache templateCache, Queue queue, ScopeFilter worker, Instant now, int limit)
      throws SQLException {
    var parameters = visibility(tx, templateCache, queue, now);
    parameters.putAll(reach(worker));
    parameters.put("limit", limit);
    return parameters;
  }

  /** The parameters of claim.sql#worker_serves. */
  static Map<String, Object> reach(ScopeFilter worker) {
    return Map.of(
        "every_site", worker.sites().isEmpty(),
        "worker_sites", worker.sites().toArray(String[]::new),
        "every_platform", worker.platforms().isEmpty(),
        "worker_platforms", worker.platforms().toArray(String[]::new),
        "every_assay", worker.assays().isEmpty(),
        "worker_assays", worker.assays().toArray(String[]::new));
  }

  /** The parameters of visibility.sql#visible. */
  public static Map<String, Object> visibility(
      Tx tx, TemplateCache templateCache, Queue queue, Instant now) throws SQLException {
    var parameters = visibility(queue, uids(templates(tx, templateCache, queue)));
    parameters.put("now", now);
    return parameters;
  }

  /** The parameters of visibility.sql#visible without the time. */
  static Map<String, Object> visibility(Queue queue, long[] templates) {
    var policy = queue.policy();
    var parameters = new HashMap<String, Object>();
    parameters.put("queue", queue.key());
    parameters.put("templates", templates);
    parameters.put("states", stateCodes(queue));
    parameters.put("any_site", policy.siteScope().isEmpty());
    parameters.put("sites", policy.siteScope().toArray(String[]::new));
    parameters.put("any_platform", policy.platformScope().isEmpty());
    parameters.put("platforms", policy.platformScope().toArray(String[]::new));
    parameters.put("any_assay", policy.assayScope().isEmpty());
    parameters.put("assays", policy.assayScope().toArray(String[]::new));
    parameters.put("max_attempts", policy.maxAttemptsDefault());
    return parameters;
  }

  /** The existing templates among those that a queue accepts. */
  static List<Template> templates(Tx tx, TemplateCache templateCache, Queue queue)
      throws SQLException {
    var templates = new ArrayList<Template>();
    for (var code : queue.policy().subjectTemplateCodes()) {
      var template = templateCache.find(tx, code);
      if (template != null) {
        templates.add(template);
      }
    }
    return templates;
  }

  static long[] uids(List<Template> templates) {
    return templates.stream().mapToLong(Template::uid).toArray();
  }

  private static Character[] stateCodes(Queue queue) {
    return queue.policy().eligibleStates().stream()
        .map(ExecutionState::code)
        .toArray(Character[]::new);
  }

  /**
   * A uid for each worker below which it holds no live lease. The bound only rises, whichever
   * server grants leases: an ended lease stays ended, and new leases have greater uids. So the
   * bound is exact, and a count does not scan leases that ended long ago while an old snapshot
   * keeps their index entries.
   */
  private static final class LeaseFloors {

    private static final int MOST_WORKERS = 100_000;

    private record Key(long tenantId, long workerUid) {}

    private final Map<Key, Long> floors = new ConcurrentHashMap<>();

    long floorOf(long tenantId, long workerUid) {
      return floors.getOrDefault(new Key(tenantId, workerUid), 0L);
    }

    /** A lease that had ended may be live in a restored database. */
    void forgetAll() {
      floors.clear();
    }

    /** The caller holds the worker's lock and has read all of its leases. */
    void raise(long tenantId, long workerUid, long floor) {
      if (floors.size() >= MOST_WORKERS) {
        floors.clear();
      }
      floors.merge(new Key(tenantId, workerUid), floor, Math::max);
    }
  }

  /**
   * The position at which the last claim of a queue ended, per scope of worker, kept while the scan
   * from the head to it is slow. The position is always among jobs of one priority without a due
   * date, because the next due job may be at any position.
   */
  private static final class ClaimCursorCache {

    private static final int MOST_QUEUES = 100_000;

    private final Map<CursorKey, Map<ScopeFilter, QueuePosition>> places =
        new ConcurrentHashMap<>();

    private record CursorKey(long tenantId, String queueKey) {}

    /** Null when no position is kept. */
    QueuePosition cursorOf(long tenantId, Queue queue, ScopeFilter worker) {
      var some = places.get(new CursorKey(tenantId, queue.key()));
      return some == null ? null : some.get(worker);
    }

    void set(long tenantId, Queue queue, ScopeFilter worker, QueuePosition last) {
      if (places.size() >= MOST_QUEUES) {
        places.clear();
      }
      places
          .computeIfAbsent(
              new CursorKey(tenantId, queue.key()), cursorKey -> new ConcurrentHashMap<>())
          .put(worker, last);
    }

    /**
     * A claim that began at the position ended here; of two concurrent claims the further one
     * counts.
     */
    void advance(long tenantId, Queue queue, ScopeFilter worker, QueuePosition last) {
      var some = places.get(new CursorKey(tenantId, queue.key()));
      if (some != null) {
        // A removed position is not restored: a job may have arrived in front of it.
        some.computeIfPresent(worker, (scopeFilter, now) -> last.isBehind(now) ? last : now);
      }
    }

    void forget(long tenantId, Queue queue, ScopeFilter worker) {
      var some = places.get(new CursorKey(tenantId, queue.key()));
      if (some != null) {
        some.remove(worker);
      }
    }

    void forgetAll() {
      places.clear();
    }

    /** Jobs were added in front of any position. */
    void forget(long tenantId, String queueKey) {
      places.remove(new CursorKey(tenantId, queueKey));
    }

    /** A job was added to, or returned to, a queue, perhaps in front of a position. */
    void returned(long tenantId, String queueKey, Instant visibleFrom) {
      if (places.isEmpty() || queueKey == null) {
        return;
      }
      var some = places.get(new CursorKey(tenantId, queueKey));
      if (some != null && !some.isEmpty()) {
        some.values().removeIf(place -> !visibleFrom.isAfter(place.visibleFrom()));
      }
    }
  }
}
