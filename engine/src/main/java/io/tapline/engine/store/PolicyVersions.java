package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues and workers, each with the version of its row. Decisions use them before their statement
 * is sent; the statement compares the versions, so an outdated entry costs a read, and never a
 * wrong decision. Without this cache a step has one more round trip and two more statements, and a
 * claim that names no queue reads the policies of all queues.
 */
public final class PolicyVersions {

  private static final NamedSql QUEUE = NamedSql.load(PolicyVersions.class, "step/queue_version");
  private static final NamedSql QUEUES = NamedSql.load(DecisionRows.class, "queue/queue_versions");
  private static final NamedSql WORKERS =
      NamedSql.load(PolicyVersions.class, "step/worker_versions");

  private static final int MOST = 100_000;

  private final TemplateCache templateCache;
  private final Map<QueueKey, KnownQueue> queues = new ConcurrentHashMap<>();
  private final Map<WorkerKey, KnownWorker> workers = new ConcurrentHashMap<>();

  public PolicyVersions(TemplateCache templateCache) {
    this.templateCache = templateCache;
  }

  private record QueueKey(long tenantId, String queueKey) {}

  private record WorkerKey(long tenantId, SeenWorker seen) {}

  /** A worker, and the principal of the request that names it. */
  public record SeenWorker(long workerUid, long actorUid) {}

  /** A row, and the transaction that wrote it last. */
  public record Version(long uid, String xmin) {}

  /**
   * @param templates the templates of its jobs: a granted job has no other
   */
  public record KnownQueue(Queue queue, List<Template> templates, Version version) {

    /** Whether all templates of the queue exist. */
    private boolean usable() {
      return templates.size() == queue.policy().subjectTemplateCodes().size();
    }
  }

  /**
   * @param withinLimit whether the worker had no more leases than its limit at this version: a step
   *     that claims no more than it ends keeps this true
   */
  public record KnownWorker(Worker worker, Version version, boolean withinLimit) {}

  /** Null when the cache does not contain the queue, or one of its templates does not exist. */
  public KnownQueue queue(long tenantId, String queueKey) {
    var known = queues.get(new QueueKey(tenantId, queueKey));
    return known != null && known.usable() ? known : null;
  }

  /** Null when the cache does not contain the worker. */
  public KnownWorker worker(long tenantId, SeenWorker seen) {
    return workers.get(new WorkerKey(tenantId, seen));
  }

  /** The leases of the worker were counted and are within its limit. */
  public void withinLimit(long tenantId, SeenWorker seen, Version version) {
    workers.computeIfPresent(
        new WorkerKey(tenantId, seen),
        (key, known) ->
            known.version().equals(version)
                ? new KnownWorker(known.worker(), version, true)
                : known);
  }

  public void forget(long tenantId, String queueKey, Collection<SeenWorker> seen) {
    if (queueKey != null) {
      queues.remove(new QueueKey(tenantId, queueKey));
    }
    seen.forEach(one -> workers.remove(new WorkerKey(tenantId, one)));
  }

  public void forgetAll() {
    queues.clear();
    workers.clear();
  }

  /** All queues of the tenant that are not retired. Only those that have changed are read. */
  public List<Queue> all(Tx tx) throws SQLException {
    var template = templateCache.template(tx, TemplateCache.QUEUE).uid();
    var versions = new LinkedHashMap<String, Version>();
    tx.query(
        QUEUES,
        row ->
            versions.put(
                row.getString("key"), new Version(row.getLong("uid"), row.getString("version"))),
        Map.of("template", template));
    var all = new ArrayList<Queue>();
    var changed = new ArrayList<Long>();
    versions.forEach(
        (key, version) -> {
          var known = queues.get(new QueueKey(tx.tenantId(), key));
          if (known != null && known.version().equals(version)) {
            all.add(known.queue());
          } else {
            changed.add(version.uid());
          }
        });
    if (!changed.isEmpty()) {
      limit();
      for (var queue : new DecisionRows(tx, templateCache).queues().byUid(changed).values()) {
        all.add(queue);
        // A row that changed again since then has another version, so it is read again.
        keep(tx, new KnownQueue(queue, null, versions.get(queue.key())));
      }
    }
    return all;
  }

  private void limit() {
    if (queues.size() + workers.size() >= MOST) {
      forgetAll();
    }
  }

  /** Other threads read the map, so an entry is complete when it is put there. */
  private void keep(Tx tx, KnownQueue found) throws SQLException {
    var queue = found.queue();
    var templates = ClaimCandidates.templates(tx, templateCache, queue);
    queues.put(
        new QueueKey(tx.tenantId(), queue.key()),
        new KnownQueue(queue, templates, found.version()));
  }

  /**
   * Reads missing entries. A queue that does not exist stays missing.
   *
   * @param queueKeys the keys of the missing queues
   * @param seen the missing workers
   */
  public void read(Tx tx, Set<String> queueKeys, Collection<SeenWorker> seen) throws SQLException {
    limit();
    var found = new ArrayList<KnownQueue>();
    for (var key : queueKeys) {
      tx.later(
          QUEUE,
          row -> found.add(queue(row)),
          Map.of("queue", key, "template", templateCache.template(tx, TemplateCache.QUEUE).uid()));
    }
    if (!seen.isEmpty()) {
      tx.later(
          WORKERS,
          row -> {
            var one = new SeenWorker(row.getLong("uid"), row.getLong("actor"));
            return workers.put(new WorkerKey(tx.tenantId(), one), worker(row));
          },
          Map.of(
              "uids", seen.stream().mapToLong(SeenWorker::workerUid).toArray(),
              "actors", seen.stream().mapToLong(SeenWorker::actorUid).toArray(),
              "template", templateCache.template(tx, TemplateCache.WORKER).uid()));
    }
    tx.flush();
    for (var known : found) {
      keep(tx, known);
    }
  }

  private static KnownQueue queue(ResultSet r) throws SQLException {
    var queue =
        new Queue(
            r.getLong("uid"),
            r.getString("euid"),
            Json.read(r.getString("properties"), QueuePolicy.class));
    return new KnownQueue(queue, null, new Version(queue.uid(), r.getString("version")));
  }

  private static KnownWorker worker(ResultSet r) throws SQLException {
    var worker =
        new Worker(
            r.getLong("uid"),
            r.getString("euid"),
            Json.read(r.getString("properties"), WorkerProfile.class),
            r.getBoolean("owned"));
    return new KnownWorker(worker, new Version(worker.uid(), r.getString("version")), false);
  }
}
