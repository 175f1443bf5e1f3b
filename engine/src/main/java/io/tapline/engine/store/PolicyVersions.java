package io.tapline.engine.store;

import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.store.WorkerRows.SeenWorker;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Queues and workers that decisions use before their statement is sent, each with the version of
 * its row. The statement compares the versions, so an outdated entry costs a read, and never a
 * wrong decision. Without this cache a step has one more round trip and two more statements.
 */
public final class PolicyVersions {

  private static final NamedSql QUEUE = NamedSql.load(PolicyVersions.class, "step/queue_version");
  private static final NamedSql WORKERS =
      NamedSql.load(PolicyVersions.class, "step/worker_versions");

  private static final int MOST = 100_000;

  private final Map<QueueKey, KnownQueue> queues = new ConcurrentHashMap<>();
  private final Map<WorkerKey, KnownWorker> workers = new ConcurrentHashMap<>();

  private record QueueKey(long tenantId, String queueKey) {}

  private record WorkerKey(long tenantId, SeenWorker seen) {}

  /** A row, and the transaction that wrote it last. */
  public record Version(long uid, String xmin) {}

  /**
   * @param templates the uids of the templates of its jobs
   */
  public record KnownQueue(Queue queue, long[] templates, Version version) {}

  /**
   * @param withinLimit whether the worker had no more leases than its limit at this version: a step
   *     that claims no more than it ends keeps this true
   */
  public record KnownWorker(Worker worker, Version version, boolean withinLimit) {}

  /** Null when the cache does not contain the queue. */
  public KnownQueue queue(long tenantId, String queueKey) {
    return queues.get(new QueueKey(tenantId, queueKey));
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

  /**
   * Reads missing entries. A queue that does not exist, or names a template that does not exist,
   * stays missing.
   *
   * @param queueKeys the keys of the missing queues
   * @param seen the missing workers
   */
  public void read(
      Tx tx, TemplateCache templateCache, Set<String> queueKeys, Collection<SeenWorker> seen)
      throws SQLException {
    if (queues.size() + workers.size() >= MOST) {
      forgetAll();
    }
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
    // Other threads read the map, so an entry is complete when it is put there.
    for (var known : found) {
      var templates = ClaimCandidates.templates(tx, templateCache, known.queue());
      if (templates.length == known.queue().policy().subjectTemplateCodes().size()) {
        queues.put(
            new QueueKey(tx.tenantId(), known.queue().key()),
            new KnownQueue(known.queue(), templates, known.version()));
      }
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
