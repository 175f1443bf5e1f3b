package io.tapline.engine.read.worker;

import io.tapline.api.LeaseStatus;
import io.tapline.api.Page;
import io.tapline.api.RecordStatus;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerAttemptBuilder;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.evidence.ActionReads;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The attempts of a worker and the actions on it, newest first. */
public final class WorkerHistoryReads {

  private static final NamedSql ATTEMPTS =
      NamedSql.load(DecisionRows.class, "worker/worker_attempts");

  private final TapDb tapDb;
  private final WorkerReads workers;
  private final ActionReads actions;

  public WorkerHistoryReads(TapDb tapDb, WorkerReads workers, ActionReads actions) {
    this.tapDb = tapDb;
    this.workers = workers;
    this.actions = actions;
  }

  private record Found(long uid, WorkerAttempt attempt) {}

  /** The claims of the worker with their results. */
  public Page<WorkerAttempt> attempts(long tenantId, String workerEuid, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    long before = cursor == null ? Long.MAX_VALUE : PageCursor.uid(cursor);
    long uid = workers.one(tenantId, workerEuid).worker().uid();
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found =
              tx.query(
                  ATTEMPTS,
                  WorkerHistoryReads::found,
                  Map.of(
                      "worker",
                      uid,
                      "before",
                      before,
                      "limit",
                      most + 1,
                      "now",
                      TimeText.of(ReadClock.read(tx))));
          boolean more = found.size() > most;
          var shown = more ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream().map(Found::attempt).toList(),
              more ? PageCursor.encode(new PageCursor.AfterUid(shown.get(most - 1).uid())) : null);
        });
  }

  /** Registrations and the actions of administrators. */
  public Page<JsonNode> changes(long tenantId, String workerEuid, int limit, String cursor) {
    long uid = workers.one(tenantId, workerEuid).worker().uid();
    return actions.actionsOf(tenantId, uid, limit, cursor);
  }

  private static Found found(ResultSet row) throws SQLException {
    var status = row.getString("record_status");
    var finished = row.getString("finished_at");
    return new Found(
        row.getLong("uid"),
        WorkerAttemptBuilder.builder()
            .leaseEuid(row.getString("lease_euid"))
            .recordEuid(row.getString("record_euid"))
            .subjectLookupEuid(row.getString("subject_euid"))
            .subjectLookupName(row.getString("subject_name"))
            .queueLookupKey(row.getString("queue_key"))
            .attemptNumber(row.getInt("attempt_number"))
            .claimedAt(TimeText.parse(row.getString("claimed_at")))
            .finishedAt(finished == null ? null : TimeText.parse(finished))
            .durationMs(row.getObject("duration_ms", Long.class))
            .leaseStatus(LeaseStatus.valueOf(row.getString("lease_status")))
            .status(status == null ? null : RecordStatus.valueOf(status))
            .errorClass(row.getString("error_class"))
            .errorCode(row.getString("error_code"))
            .errorMessage(row.getString("error_message"))
            .build());
  }
}
