package io.tapline.engine.read.evidence;

import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Page;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.read.evidence.EvidenceReads.LeaseStanding;
import io.tapline.engine.read.scan.BoundedScan;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages of leases of all jobs. A page may be short and have a successor. */
final class LeaseReads {

  /** Maximum number of leases read for one page. */
  static final int LOOK = 10_000;

  private static final NamedSql LEASES = NamedSql.load(DecisionRows.class, "lease/lease_list");
  private static final NamedSql LOOKED = NamedSql.load(DecisionRows.class, "lease/lease_list_look");
  private static final NamedSql LIVE = NamedSql.load(DecisionRows.class, "lease/lease_list_live");
  private static final NamedSql LIVE_LOOKED =
      NamedSql.load(DecisionRows.class, "lease/lease_list_live_look");

  private static final NamedSql STANDINGS =
      NamedSql.load(DecisionRows.class, "lease/lease_standings");

  private static final Set<String> REASONS_OF_WORKERS = Set.copyOf(Ending.reasonsOfWorkers());

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  LeaseReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  Page<JsonNode> list(long tenantId, LeaseFilter filter, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var parameters = parameters(tx, filter);
          parameters.put("after", PageCursor.uid(cursor));
          parameters.put("look", look(filter, most));
          parameters.put("limit", most + 1);
          return filter.status() == LeaseStatus.ACTIVE
              ? live(tx, parameters, most)
              : any(tx, parameters, most);
        });
  }

  Map<String, LeaseStanding> standings(long tenantId, Collection<String> leaseEuids) {
    var uids =
        leaseEuids.stream()
            .map(EuidMint::uidOf)
            .flatMapToLong(OptionalLong::stream)
            .distinct()
            .toArray();
    var found = new HashMap<String, LeaseStanding>();
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = TimeText.of(ReadClock.read(tx));
          tx.query(
              STANDINGS,
              row -> found.put(row.getString("euid"), standing(row, now)),
              Map.of("uids", uids));
          return found;
        });
  }

  private static LeaseStanding standing(ResultSet row, String now) throws SQLException {
    if (row.getString("status").equals(LeaseStatus.ACTIVE.name())) {
      return row.getString("expires_at").compareTo(now) > 0
          ? LeaseStanding.LIVE
          : LeaseStanding.LAPSED;
    }
    var reason = row.getString("release_reason");
    if (reason.equals(Ending.LAPSED.releaseReason())) {
      return LeaseStanding.LAPSED;
    }
    return REASONS_OF_WORKERS.contains(reason) && !row.getBoolean("overridden")
        ? LeaseStanding.ENDED_BY_WORKER
        : LeaseStanding.TAKEN;
  }

  private Map<String, Object> parameters(Tx tx, LeaseFilter filter) throws SQLException {
    var parameters = new HashMap<String, Object>();
    var key = filter.queueKey();
    parameters.put("queue", key == null ? null : ObjectLookup.queue(tx, templateCache, key).uid());
    parameters.put("queues", queueUids(tx, filter.audience()));
    parameters.put("worker", workerUid(tx, filter.workerEuid()));
    parameters.put("now", TimeText.of(ReadClock.read(tx)));
    parameters.put("status", filter.status() == null ? null : filter.status().name());
    parameters.put("narrowed", filter.narrowed());
    parameters.put("state", ExecutionState.codeOf(filter.state()));
    parameters.put("site", filter.site());
    parameters.put("platform", filter.platform());
    parameters.put("assay", filter.assay());
    return parameters;
  }

  /** Reads no more than needed where every lease that is read is shown. */
  private static int look(LeaseFilter filter, int most) {
    if (filter.narrowed()) {
      return BoundedScan.MOST_LOOKS;
    }
    boolean all =
        filter.status() == LeaseStatus.ACTIVE
            || filter.status() == null
                && filter.audience() == null
                && (filter.queueKey() == null || filter.workerEuid() == null);
    return all ? most + 1 : LOOK;
  }

  private static Page<JsonNode> live(Tx tx, Map<String, Object> parameters, int most)
      throws SQLException {
    SetReadPlanning.allow(tx);
    var found = found(tx, LIVE, parameters);
    boolean all = found.size() > most || !(boolean) parameters.get("narrowed");
    return ListedObject.page(found, most, all ? null : looked(tx, LIVE_LOOKED, parameters));
  }

  private static Page<JsonNode> any(Tx tx, Map<String, Object> parameters, int most)
      throws SQLException {
    var found = found(tx, LEASES, parameters);
    return ListedObject.page(
        found, most, found.size() > most ? null : looked(tx, LOOKED, parameters));
  }

  /** Adds the progress of live leases. */
  private static List<ListedObject> found(Tx tx, NamedSql list, Map<String, Object> parameters)
      throws SQLException {
    var live = new HashMap<Long, ObjectNode>();
    List<ListedObject> found =
        tx.query(
            list,
            row -> {
              var node = lease(row);
              if (row.getString("shown_status").equals(LeaseStatus.ACTIVE.name())) {
                live.put(row.getLong("subject_uid"), node);
              }
              return new ListedObject(row.getLong("uid"), node);
            },
            parameters);
    var progress = ProgressReads.newest(tx, live.keySet());
    for (var node : live.values()) {
      var newest = progress.get(node.path("lease_euid").asString());
      if (newest != null) {
        node.set("progress", Json.tree(newest));
      }
    }
    return found;
  }

  /** The position to continue from, when not all leases were read. */
  private static Long looked(Tx tx, NamedSql look, Map<String, Object> parameters)
      throws SQLException {
    return tx.query(
            look,
            row ->
                row.getInt("looked") < (int) parameters.get("look")
                    ? null
                    : row.getLong("last_uid"),
            parameters)
        .get(0);
  }

  private static ObjectNode lease(ResultSet row) throws SQLException {
    return LeaseDocumentBuilder.builder()
        .leaseEuid(row.getString("lease_euid"))
        .fencingToken(row.getLong("uid"))
        .terms(DocumentCodec.lease(row.getString("lease")))
        .subjectEuid(row.getString("subject_euid"))
        .subjectName(row.getString("subject_name"))
        .subjectState(ExecutionState.ofCode(row.getString("subject_state")))
        .workerEuid(row.getString("worker_euid"))
        .workerName(row.getString("worker_name"))
        .queueKey(row.getString("queue_key"))
        .recordEuid(row.getString("record_euid"))
        .build()
        .node()
        .put("status", row.getString("shown_status"));
  }

  /** The uids of the queues listed for the audience; null for all queues that ever existed. */
  private long[] queueUids(Tx tx, QueueAudience audience) throws SQLException {
    return audience == null
        ? null
        : new DecisionRows(tx, templateCache)
            .queues().all().stream()
                .filter(queue -> audience.sees(queue.policy()))
                .mapToLong(Queue::uid)
                .toArray();
  }

  /** No worker has the uid 0, so an unknown worker selects no leases. */
  private Long workerUid(Tx tx, String workerEuid) throws SQLException {
    if (workerEuid == null) {
      return null;
    }
    long uid =
        EuidMint.uidOf(workerEuid)
            .orElseThrow(() -> RefusedException.unknown("worker_euid", "worker " + workerEuid));
    var worker = new DecisionRows(tx, templateCache).workers().byUid(Set.of(uid), 0).get(uid);
    return worker != null && worker.euid().equals(workerEuid) ? uid : 0;
  }
}
