package io.tapline.engine.store;

import io.tapline.engine.model.Worker;
import io.tapline.engine.model.WorkerProfile;
import io.tapline.engine.store.PolicyVersions.SeenWorker;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and locks workers. */
public final class WorkerRows {

  private static final NamedSql READ_WORKERS = sql("worker/read_workers");
  private static final NamedSql LOCK_WORKER = sql("worker/lock_worker");
  private static final NamedSql LOCK_FREE_WORKERS = sql("worker/lock_free_workers");
  private static final NamedSql WORKER_BY_KEY = sql("worker/worker_by_key");

  private final Tx tx;
  private final TemplateCache templateCache;

  WorkerRows(Tx tx, TemplateCache templateCache) {
    this.tx = tx;
    this.templateCache = templateCache;
  }

  public Map<Long, Worker> byUid(Collection<Long> uids, long actorUid) throws SQLException {
    var found = new HashMap<Long, Worker>();
    seen(uids.stream().map(uid -> new SeenWorker(uid, actorUid)).toList())
        .forEach((seen, worker) -> found.put(seen.workerUid(), worker));
    return found;
  }

  /** Each worker for the principal of its request. */
  public Map<SeenWorker, Worker> seen(Collection<SeenWorker> asked) throws SQLException {
    var found = ask(asked);
    tx.flush();
    return found.get();
  }

  /** Reads the workers with the next statement. */
  public Deferred<Map<SeenWorker, Worker>> ask(Collection<SeenWorker> asked) throws SQLException {
    return ask(READ_WORKERS, asked);
  }

  /**
   * Locks workers that no other transaction has locked, in the order of their uids, with the next
   * statement.
   */
  public Deferred<Map<SeenWorker, Worker>> askFree(Collection<SeenWorker> asked)
      throws SQLException {
    return ask(
        LOCK_FREE_WORKERS,
        asked.stream().sorted(Comparator.comparingLong(SeenWorker::workerUid)).toList());
  }

  private Deferred<Map<SeenWorker, Worker>> ask(NamedSql sql, Collection<SeenWorker> asked)
      throws SQLException {
    Map<SeenWorker, Worker> found = new HashMap<>();
    return asked.isEmpty()
        ? Deferred.of(found)
        : tx.later(
            sql,
            found,
            (workers, r) ->
                workers.put(new SeenWorker(r.getLong("uid"), r.getLong("actor")), worker(r)),
            Map.of(
                "uids", asked.stream().mapToLong(SeenWorker::workerUid).toArray(),
                "actors", asked.stream().mapToLong(SeenWorker::actorUid).toArray(),
                "template", templateCache.template(tx, TemplateCache.WORKER).uid()));
  }

  public Worker lock(long uid, long actorUid) throws SQLException {
    return first(
        tx.query(
            LOCK_WORKER,
            WorkerRows::worker,
            Map.of(
                "uids",
                new long[] {uid},
                "actor",
                actorUid,
                "template",
                templateCache.template(tx, TemplateCache.WORKER).uid())));
  }

  public Long uidByKey(String key) throws SQLException {
    return first(
        tx.query(
            WORKER_BY_KEY,
            r -> r.getLong("uid"),
            Map.of(
                "template", templateCache.template(tx, TemplateCache.WORKER).uid(), "key", key)));
  }

  private static Worker worker(ResultSet r) throws SQLException {
    return new Worker(
        r.getLong("uid"),
        r.getString("euid"),
        Json.read(r.getString("properties"), WorkerProfile.class),
        r.getBoolean("owned"));
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(WorkerRows.class, name);
  }
}
