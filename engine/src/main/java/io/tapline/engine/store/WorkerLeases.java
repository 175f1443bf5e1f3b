package io.tapline.engine.store;

import io.tapline.engine.decide.Ending;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Current and former leases of workers. */
public final class WorkerLeases {

  private static final NamedSql ACTIVE =
      NamedSql.load(WorkerLeases.class, "lease/active_leases_of_worker");
  private static final NamedSql ENDS =
      NamedSql.load(WorkerLeases.class, "lease/lease_ends_of_workers");
  private static final NamedSql LOST =
      NamedSql.load(WorkerLeases.class, "lease/leases_lost_by_worker");

  /** Number of leases that a heartbeat checks for leases that the server ended. */
  public static final int LOST_LOOKBACK = 500;

  /** A lease without a stored end: live, or lapsed and not settled. */
  public record ActiveLease(
      long uid,
      String euid,
      long subjectUid,
      String subjectEuid,
      Instant expiresAt,
      boolean cancelRequested) {}

  private WorkerLeases() {}

  public static List<ActiveLease> active(Tx tx, long workerUid) throws SQLException {
    return tx.query(
        ACTIVE,
        row ->
            new ActiveLease(
                row.getLong("uid"),
                row.getString("euid"),
                row.getLong("subject_uid"),
                row.getString("subject_euid"),
                TimeText.parse(row.getString("expires_at")),
                row.getBoolean("cancel_requested")),
        Map.of("worker", workerUid));
  }

  /** The expiry times of each worker's leases that have no stored end. */
  public static Map<Long, List<Instant>> ends(Tx tx, Collection<Long> workers) throws SQLException {
    var found = new HashMap<Long, List<Instant>>();
    workers.forEach(worker -> found.put(worker, new ArrayList<>()));
    if (!workers.isEmpty()) {
      tx.query(
          ENDS,
          row ->
              found.get(row.getLong("worker_uid")).add(TimeText.parse(row.getString("expires_at"))),
          Map.of("uids", workers.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }

  public static List<String> lostSince(Tx tx, long workerUid, Instant since) throws SQLException {
    return tx.query(
        LOST,
        row -> row.getString("euid"),
        Map.of(
            "worker",
            workerUid,
            "since",
            TimeText.of(since),
            "limit",
            LOST_LOOKBACK,
            "own",
            Ending.reasonsOfWorkers().toArray(String[]::new)));
  }
}
