package io.tapline.engine.store;

import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobNote;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads and locks queues and job kinds, each of which has a queue. */
public final class QueueRows {

  private static final NamedSql QUEUES_BY_KEY = sql("queue/queues_by_key");
  private static final NamedSql QUEUES_BY_UID = sql("queue/queues_by_uid");
  private static final NamedSql QUEUES_ALL = sql("queue/queues_all");
  private static final NamedSql QUEUES_EVER = sql("queue/queues_with_retired");
  private static final NamedSql QUEUES_EVER_BY_KEY = sql("queue/queues_with_retired_by_key");
  private static final NamedSql WAITING = sql("queue/queue_waiting");
  private static final NamedSql LOCK_QUEUE = sql("queue/lock_queue");
  private static final NamedSql JOB_DEMAND = sql("job/job_demand");

  private final Tx tx;
  private final TemplateCache templateCache;

  QueueRows(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.templateCache = templateCache;
  }

  public Map<String, Queue> byKey(Collection<String> keys) throws SQLException {
    var found = askByKey(keys);
    tx.flush();
    return found.get();
  }

  /** Reads queues with the next statement. */
  public Deferred<Map<String, Queue>> askByKey(Collection<String> keys) throws SQLException {
    return keys.isEmpty()
        ? Deferred.of(new HashMap<>())
        : ask(QUEUES_BY_KEY, Queue::key, "keys", keys.toArray(String[]::new));
  }

  public Map<Long, Queue> byUid(Collection<Long> uids) throws SQLException {
    var found = askByUid(uids);
    tx.flush();
    return found.get();
  }

  /** Reads queues with the next statement. */
  public Deferred<Map<Long, Queue>> askByUid(Collection<Long> uids) throws SQLException {
    return uids.isEmpty()
        ? Deferred.of(new HashMap<>())
        : ask(
            QUEUES_BY_UID, Queue::uid, "uids", uids.stream().mapToLong(Long::longValue).toArray());
  }

  private <K> Deferred<Map<K, Queue>> ask(
      NamedSql sql, Function<Queue, K> key, String parameter, Object values) throws SQLException {
    return tx.later(
        sql,
        new HashMap<>(),
        (queues, r) -> {
          var queue = queue(r);
          queues.put(key.apply(queue), queue);
        },
        Map.of(
            parameter, values, "template", templateCache.template(tx, TemplateCache.QUEUE).uid()));
  }

  public List<Queue> all() throws SQLException {
    return tx.query(
        QUEUES_ALL,
        QueueRows::queue,
        Map.of("template", templateCache.template(tx, TemplateCache.QUEUE).uid()));
  }

  /** All queues, with retired ones, oldest first. */
  public List<Queue> withRetired() throws SQLException {
    return tx.query(
        QUEUES_EVER,
        QueueRows::queue,
        Map.of("template", templateCache.template(tx, TemplateCache.QUEUE).uid()));
  }

  public Queue lock(String key) throws SQLException {
    return first(
        tx.query(
            LOCK_QUEUE,
            QueueRows::queue,
            Map.of("key", key, "template", templateCache.template(tx, TemplateCache.QUEUE).uid())));
  }

  /** Locks the job kind of a queue. */
  public Job lockJob(String queueKey) throws SQLException {
    return first(
        tx.query(
            LOCK_QUEUE,
            QueueRows::job,
            Map.of(
                "key", queueKey, "template", templateCache.template(tx, TemplateCache.JOB).uid())));
  }

  /** Reads the job kinds of queues, by queue key. */
  public Map<String, Job> jobsByKey(Collection<String> queueKeys) throws SQLException {
    var found = new HashMap<String, Job>();
    if (!queueKeys.isEmpty()) {
      for (var job :
          tx.query(
              QUEUES_BY_KEY,
              QueueRows::job,
              Map.of(
                  "keys",
                  queueKeys.toArray(String[]::new),
                  "template",
                  templateCache.template(tx, TemplateCache.JOB).uid()))) {
        found.put(job.note().queueKey(), job);
      }
    }
    return found;
  }

  /**
   * The number of workers that can still process a job kind, and whether any of its jobs is
   * pending.
   */
  public record JobDemand(long workers, boolean pending) {}

  public JobDemand jobDemand(String queueKey) throws SQLException {
    return first(
        tx.query(
            JOB_DEMAND,
            r -> new JobDemand(r.getLong("workers"), r.getBoolean("pending")),
            Map.of(
                "queue",
                queueKey,
                "template",
                templateCache.template(tx, TemplateCache.WORKER).uid())));
  }

  /** The uids of all queues that have, or had, this key. */
  public List<Long> withRetired(String queueKey) throws SQLException {
    return tx.query(
        QUEUES_EVER_BY_KEY,
        r -> r.getLong("uid"),
        Map.of("key", queueKey, "template", templateCache.template(tx, TemplateCache.QUEUE).uid()));
  }

  /** Number of jobs in the queue, in any state. */
  public long waiting(Queue queue) throws SQLException {
    return tx.query(
            WAITING,
            r -> r.getLong("waiting"),
            Map.of("key", queue.key(), "queue_uid", queue.uid()))
        .get(0);
  }

  /** The EUIDs of the retired queues that had this key. */
  public List<String> predecessors(String queueKey) throws SQLException {
    return byUid(withRetired(queueKey)).values().stream().map(Queue::euid).sorted().toList();
  }

  private static Queue queue(ResultSet r) throws SQLException {
    return new Queue(
        r.getLong("uid"),
        r.getString("euid"),
        Json.read(r.getString("properties"), QueuePolicy.class));
  }

  public static Job job(ResultSet r) throws SQLException {
    return new Job(
        r.getLong("uid"), r.getString("euid"), Json.read(r.getString("properties"), JobNote.class));
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(QueueRows.class, name);
  }
}
