package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Reach;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The visible subjects of a queue, as the claim takes them: in order, locked, skipping what others
 * hold.
 *
 * <p>While an old snapshot is held open somewhere, what was claimed stays in the index in front of
 * what is ready, and the way past it grows. Once it has become long, claims begin where the last
 * one ended, and only now and then at the head: order is kept but for subjects that arrived in
 * front of that place in between.
 */
public final class Candidates {

  private static final NamedSql FROM_HEAD = NamedSql.load(Candidates.class, "claim_candidates");
  private static final NamedSql FROM_PLACE =
      NamedSql.load(Candidates.class, "claim_candidates_after");
  private static final NamedSql UPKEEP = NamedSql.load(Candidates.class, "claim_upkeep");
  private static final NamedSql APART = NamedSql.load(Candidates.class, "apart");
  private static final NamedSql PROMOTE = NamedSql.load(Candidates.class, "promote");

  /** Enough to keep ahead of any claimer, few enough to be done at once. */
  public static final int PROMOTION_STEP = 1_000;

  private static final int MOST_QUEUES = 100_000;

  private final Kinds kinds;
  private final Pace pace;
  private final LeaseFloors floors = new LeaseFloors();
  private final Map<Head, Position> places = new ConcurrentHashMap<>();

  public Candidates(Kinds kinds, Pace pace) {
    this.kinds = kinds;
    this.pace = pace;
  }

  private record Head(long tenantId, long queueUid) {}

  private record Upkeep(long tenantId, long queueUid) {}

  /**
   * How things stand before a claim.
   *
   * @param asked whether lapses and matured subjects were looked for; once that is slow, not always
   * @param lapsed a lease of the queue has lapsed and nobody has settled it
   * @param matured a delayed subject has become ready
   * @param oldestLive the uid of the worker's oldest live lease; 0 when it has none
   * @param now the time by which candidates are chosen; it is read again once they are locked
   */
  public record Before(
      boolean asked,
      boolean lapsed,
      boolean matured,
      int liveLeases,
      long oldestLive,
      Instant now) {}

  /**
   * Under the worker's lock.
   *
   * @param thoroughly whatever it takes
   */
  public Before before(Tx tx, Queue queue, long workerUid, boolean thoroughly) throws SQLException {
    var key = new Upkeep(tx.tenantId(), queue.uid());
    boolean asked = thoroughly || pace.due(key);
    Pace.Work<Before> ask =
        () ->
            tx.query(
                    UPKEEP,
                    row -> before(row, asked),
                    Map.of(
                        "asked", asked,
                        "queue", queue.key(),
                        "queue_uid", queue.uid(),
                        "worker", workerUid,
                        "floor", floors.of(tx.tenantId(), workerUid)))
                .get(0);
    return asked ? pace.timed(key, ask) : ask.run();
  }

  private static Before before(ResultSet row, boolean asked) throws SQLException {
    return new Before(
        asked,
        row.getBoolean("lapsed"),
        row.getBoolean("matured"),
        row.getInt("live_leases"),
        row.getLong("oldest_live"),
        TimeText.parse(row.getString("now")));
  }

  /** What the worker holds from now on, at the most: what it held, and from this lease on. */
  public void granted(long tenantId, long workerUid, Before before, long firstLeaseUid) {
    floors.raise(
        tenantId, workerUid, before.oldestLive() == 0 ? firstLeaseUid : before.oldestLive());
  }

  public static int promote(Tx tx, String queueKey) throws SQLException {
    return tx.update(PROMOTE, Map.of("queue", queueKey, "limit", PROMOTION_STEP));
  }

  public List<Long> lock(Tx tx, Queue queue, Reach worker, Instant now, int limit)
      throws SQLException {
    var head = new Head(tx.tenantId(), queue.uid());
    var parameters = parameters(tx, kinds, queue, worker, now, limit);
    var place = pace.due(head) ? null : places.get(head);
    var found = place == null ? List.<Position>of() : after(tx, place, parameters);
    if (found.isEmpty()) {
      found = pace.timed(head, () -> tx.query(FROM_HEAD, Position::of, parameters));
    }
    if (!found.isEmpty()) {
      remember(head, found.get(found.size() - 1));
    }
    return found.stream().map(Position::uid).toList();
  }

  private static List<Position> after(Tx tx, Position place, Map<String, Object> parameters)
      throws SQLException {
    var all = new HashMap<>(parameters);
    all.put("place_priority", place.priority());
    all.put("place_visible_from", place.visibleFrom());
    all.put("place_created_dt", place.createdAt());
    all.put("place_euid", place.euid());
    return tx.query(FROM_PLACE, Position::of, all);
  }

  /** Places among subjects with a due date are not kept: what is due next may be anywhere. */
  private void remember(Head head, Position last) {
    if (places.size() >= MOST_QUEUES) {
      places.clear();
    }
    if (last.dueAt() == null && !pace.due(head)) {
      places.put(head, last);
    } else {
      places.remove(head);
    }
  }

  /** How the database would go about it for a worker that serves all, as EXPLAIN tells in JSON. */
  public static String plan(Tx tx, Kinds kinds, Queue queue, Instant now) throws SQLException {
    return tx.explain(FROM_HEAD, parameters(tx, kinds, queue, Reach.ALL, now, 1));
  }

  private static Map<String, Object> parameters(
      Tx tx, Kinds kinds, Queue queue, Reach worker, Instant now, int limit) throws SQLException {
    var parameters = visibility(tx, kinds, queue, now);
    parameters.put("every_site", worker.sites().isEmpty());
    parameters.put("worker_sites", worker.sites().toArray(String[]::new));
    parameters.put("every_platform", worker.platforms().isEmpty());
    parameters.put("worker_platforms", worker.platforms().toArray(String[]::new));
    parameters.put("every_assay", worker.assays().isEmpty());
    parameters.put("worker_assays", worker.assays().toArray(String[]::new));
    parameters.put("limit", limit);
    return parameters;
  }

  /** The parameters of visible.sql. */
  public static Map<String, Object> visibility(Tx tx, Kinds kinds, Queue queue, Instant now)
      throws SQLException {
    var policy = queue.policy();
    var templates = new java.util.ArrayList<Long>();
    for (var code : policy.subjectTemplateCodes()) {
      var template = kinds.find(tx, code);
      if (template != null) {
        templates.add(template.uid());
      }
    }
    var parameters = new HashMap<String, Object>();
    parameters.put("queue", queue.key());
    parameters.put("now", TimeText.of(now));
    parameters.put("templates", templates.stream().mapToLong(Long::longValue).toArray());
    parameters.put("states", names(queue));
    parameters.put("any_site", policy.siteScope().isEmpty());
    parameters.put("sites", policy.siteScope().toArray(String[]::new));
    parameters.put("any_platform", policy.platformScope().isEmpty());
    parameters.put("platforms", policy.platformScope().toArray(String[]::new));
    parameters.put("any_assay", policy.assayScope().isEmpty());
    parameters.put("assays", policy.assayScope().toArray(String[]::new));
    parameters.put("max_attempts", policy.maxAttemptsDefault());
    return parameters;
  }

  /** Whatever is leased or held, in any queue: the parameter of standing.sql. */
  public static long[] apart(Tx tx, Kinds kinds) throws SQLException {
    var hold = kinds.of(tx, Kinds.HOLD).uid();
    return tx.query(APART, row -> row.getLong("uid"), Map.of("hold", hold)).stream()
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static String[] names(Queue queue) {
    return queue.policy().eligibleStates().stream().map(Enum::name).toArray(String[]::new);
  }
}
