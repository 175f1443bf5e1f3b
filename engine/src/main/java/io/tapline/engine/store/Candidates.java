package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Reach;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The visible subjects of a queue, as the claim takes them: in order, locked, skipping what others
 * hold.
 */
public final class Candidates {

  private static final NamedSql CANDIDATES = NamedSql.load(Candidates.class, "claim_candidates");
  private static final NamedSql UPKEEP = NamedSql.load(Candidates.class, "claim_upkeep");
  private static final NamedSql PROMOTE = NamedSql.load(Candidates.class, "promote");

  /** Enough to keep ahead of any claimer, few enough to be done at once. */
  public static final int PROMOTION_STEP = 1_000;

  private Candidates() {}

  /**
   * How things stand before a claim.
   *
   * @param lapsed a lease of the queue has lapsed and nobody has settled it
   * @param matured a delayed subject has become ready
   * @param now the time by which candidates are chosen; it is read again once they are locked
   */
  public record Before(boolean lapsed, boolean matured, int liveLeases, Instant now) {}

  public static Before before(Tx tx, Queue queue, long workerUid) throws SQLException {
    return tx.query(
            UPKEEP,
            row ->
                new Before(
                    row.getBoolean("lapsed"),
                    row.getBoolean("matured"),
                    row.getInt("live_leases"),
                    TimeText.parse(row.getString("now"))),
            Map.of("queue", queue.key(), "queue_uid", queue.uid(), "worker", workerUid))
        .get(0);
  }

  public static int promote(Tx tx, String queueKey) throws SQLException {
    return tx.update(PROMOTE, Map.of("queue", queueKey, "limit", PROMOTION_STEP));
  }

  public static List<Long> lock(
      Tx tx, Kinds kinds, Queue queue, Reach worker, Instant now, int limit) throws SQLException {
    var parameters = visibility(tx, kinds, queue, now);
    parameters.put("every_site", worker.sites().isEmpty());
    parameters.put("worker_sites", worker.sites().toArray(String[]::new));
    parameters.put("every_platform", worker.platforms().isEmpty());
    parameters.put("worker_platforms", worker.platforms().toArray(String[]::new));
    parameters.put("every_assay", worker.assays().isEmpty());
    parameters.put("worker_assays", worker.assays().toArray(String[]::new));
    parameters.put("limit", limit);
    return tx.query(CANDIDATES, row -> row.getLong("uid"), parameters);
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

  private static String[] names(Queue queue) {
    return queue.policy().eligibleStates().stream().map(Enum::name).toArray(String[]::new);
  }
}
