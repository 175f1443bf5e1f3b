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
 * Queues and workers that decisions are made on before their statement is sent, each with the
 * version of its row. The statement compares the versions, so an entry that is out of date costs a
 * read, and never a wrong decision. Without it a step has one more trip and two more statements.
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
   * @param templates the uids of the kinds of subject that it takes
   */
  public record KnownQueue(Queue queue, long[] templates, Version version) {}

  /**
   * @param withinLimit whether it was found to have no more leases than it may, at this version:
   *     then a step that takes no more than it ends leaves it so
   */
  public record KnownWorker(Worker worker, Version version, boolean withinLimit) {}

  /** Null when it is not known. */
  public KnownQueue queue(long tenantId, String queueKey) {
    return queues.get(new QueueKey(tenantId, queueKey));
  }

  /** Null when it is not known. */
  public KnownWorker worker(long tenantId, SeenWorker seen) {
    return workers.get(new WorkerKey(tenantId, seen));
  }

  /** The leases of the worker were counted, and it may have as many. */
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
   * Reads what is not known yet. A queue that does not exist, or names a kind of subject that does
   * not, stays unknown.
   *
   * @param queueKeys of the queues that are not known
   * @param seen the workers that are not known
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
