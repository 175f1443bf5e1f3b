package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The policies of all queues of a tenant. Only changed ones are read again: a claim that names no
 * queue would otherwise read a thousand policies each time.
 */
public final class QueuePolicyCache {

  private static final NamedSql VERSIONS =
      NamedSql.load(DecisionRows.class, "queue/queue_versions");
  private static final NamedSql STOCKED =
      NamedSql.load(DecisionRows.class, "queue/first_queue_with_work");
  private static final NamedSql PROSPECTS =
      NamedSql.load(DecisionRows.class, "queue/queue_prospects");

  private static final int MOST_TENANTS = 10_000;

  private final TemplateCache templateCache;
  private final Map<Long, Map<Version, Queue>> policies = new ConcurrentHashMap<>();

  public QueuePolicyCache(TemplateCache templateCache) {
    this.templateCache = templateCache;
  }

  /**
   * Discards policies that were read before a restore or failover: their versions may belong to
   * other policies now.
   */
  public void forgetAll() {
    policies.clear();
  }

  private record Version(long uid, String number) {}

  /**
   * Outlook of a queue.
   *
   * @param stocked whether there may be work for a claim
   * @param next the time of the next work without a further request, as text; null for none
   */
  public record QueueProspect(Queue queue, boolean stocked, String next) {}

  /** The queues that are not retired. */
  public List<Queue> all(Tx tx) throws SQLException {
    var template = templateCache.template(tx, TemplateCache.QUEUE).uid();
    var versions =
        tx.query(
            VERSIONS,
            row -> new Version(row.getLong("uid"), row.getString("version")),
            Map.of("template", template));
    var known = policies.getOrDefault(tx.tenantId(), Map.of());
    var changed =
        versions.stream().filter(version -> !known.containsKey(version)).map(Version::uid).toList();
    if (changed.isEmpty() && known.size() == versions.size()) {
      return versions.stream().map(known::get).toList();
    }
    var current =
        merge(
            versions,
            known,
            new DecisionRows(tx, templateCache).queues().byUid(Set.copyOf(changed)));
    if (policies.size() >= MOST_TENANTS) {
      policies.clear();
    }
    policies.put(tx.tenantId(), current);
    return List.copyOf(current.values());
  }

  /** A queue that changed again after the versions were read is read again by the next call. */
  private static Map<Version, Queue> merge(
      List<Version> versions, Map<Version, Queue> known, Map<Long, Queue> changed) {
    var current = new HashMap<Version, Queue>();
    for (var version : versions) {
      var queue = known.getOrDefault(version, changed.get(version.uid()));
      if (queue != null) {
        current.put(version, queue);
      }
    }
    return Map.copyOf(current);
  }

  /** The first queues, in the given order, that may have work for a claim. */
  public static List<Queue> stocked(Tx tx, List<Queue> queues, int most) throws SQLException {
    var parameters = parameters(queues);
    parameters.put("most", most);
    var uids = tx.query(STOCKED, row -> row.getLong("uid"), parameters);
    return queues.stream().filter(queue -> uids.contains(queue.uid())).toList();
  }

  public static List<QueueProspect> prospects(Tx tx, List<Queue> queues) throws SQLException {
    var byUid = new HashMap<Long, Queue>();
    queues.forEach(queue -> byUid.put(queue.uid(), queue));
    return tx.query(
        PROSPECTS,
        row ->
            new QueueProspect(
                byUid.get(row.getLong("uid")), row.getBoolean("stocked"), row.getString("next")),
        parameters(queues));
  }

  private static Map<String, Object> parameters(List<Queue> queues) {
    var uids = new ArrayList<Long>();
    var keys = new ArrayList<String>();
    for (var queue : queues) {
      uids.add(queue.uid());
      keys.add(queue.key());
    }
    var parameters = new HashMap<String, Object>();
    parameters.put("uids", uids.stream().mapToLong(Long::longValue).toArray());
    parameters.put("keys", keys.toArray(String[]::new));
    return parameters;
  }
}
