package io.tapline.engine.read.queue;

import io.tapline.api.WorkerStatus;
import io.tapline.engine.decide.WorkerEligibility;
import io.tapline.engine.model.Queue;
import io.tapline.engine.read.worker.WorkerView;
import io.tapline.engine.store.ClaimDemandRows;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Workers that could serve a queue, and those that do: they claimed recently or hold a lease.
 *
 * @param online all workers that are online
 * @param asked the uids of workers by the key of the queue that they claimed from recently
 * @param busy the uids of workers by the uid of the queue that they hold a lease of
 */
record QueueServers(
    List<WorkerView> online, Map<String, Set<Long>> asked, Map<Long, Set<Long>> busy) {

  private static final NamedSql BUSY =
      NamedSql.load(DecisionRows.class, "queue_stats/workers_busy");

  static QueueServers read(Tx tx, ClaimDemand demand, List<WorkerView> workers, Instant now)
      throws SQLException {
    var busy = new HashMap<Long, Set<Long>>();
    tx.query(
        BUSY,
        row ->
            busy.computeIfAbsent(row.getLong("queue_uid"), queue -> new HashSet<>())
                .add(row.getLong("worker_uid")),
        Map.of("now", TimeText.of(now)));
    var online =
        workers.stream().filter(w -> w.profile().statusAt(now) == WorkerStatus.ONLINE).toList();
    return new QueueServers(online, demand.lately(tx, now), busy);
  }

  /** Workers that meet the requirements of the queue. */
  List<WorkerView> able(Queue queue) {
    return online.stream()
        .filter(w -> WorkerEligibility.mayClaimFrom(w.worker(), queue) == null)
        .toList();
  }

  boolean serves(WorkerView worker, Queue queue) {
    long uid = worker.worker().uid();
    return asked.getOrDefault(queue.key(), Set.of()).contains(uid)
        || asked.getOrDefault(ClaimDemandRows.ANY, Set.of()).contains(uid)
        || busy.getOrDefault(queue.uid(), Set.of()).contains(uid);
  }
}
