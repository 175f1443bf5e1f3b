package io.tapline.engine.store;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.FinishedSummary;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Values of a job that are derived from its evidence; all null where the evidence is retired.
 *
 * @param parentJob the job that enqueued it
 * @param causationEvent the action whose event caused it
 * @param enqueuedBy the principal that enqueued it
 * @param idempotencyKey the key of its enqueue
 * @param startedAt the start of its last attempt
 * @param endedAt its last end
 * @param lastError the last error, also of a job that succeeded later
 * @param resultRef the reference of its last success
 */
@RecordBuilder
public record JobHistory(
    String parentJob,
    String causationEvent,
    String enqueuedBy,
    String idempotencyKey,
    Instant startedAt,
    Instant endedAt,
    String lastError,
    Instant lastErrorAt,
    String resultRef) {

  private static final NamedSql HISTORY = NamedSql.load(JobHistory.class, "job/job_history");

  /** The history of a job whose evidence is retired. */
  public static final JobHistory FORGOTTEN = JobHistoryBuilder.builder().build();

  public static Map<Long, JobHistory> readHistories(Tx tx, Collection<Long> uids)
      throws SQLException {
    var histories = new HashMap<Long, JobHistory>();
    uids.forEach(uid -> histories.put(uid, FORGOTTEN));
    if (!uids.isEmpty()) {
      tx.query(
          HISTORY,
          row -> histories.put(row.getLong("uid"), read(row)),
          Map.of("uids", uids.stream().mapToLong(Long::longValue).toArray()));
    }
    return histories;
  }

  /** The summary that is kept after the evidence is retired. The job's row has its queue. */
  public FinishedSummary summary() {
    return new FinishedSummary(
        null, lastError, resultRef, startedAt, enqueuedBy, endedAt, lastErrorAt);
  }

  private static JobHistory read(ResultSet row) throws SQLException {
    var failed = row.getString("last_error_at");
    return JobHistoryBuilder.builder()
        .parentJob(row.getString("parent_job"))
        .causationEvent(row.getString("causation_event"))
        .enqueuedBy(row.getString("enqueued_by"))
        .idempotencyKey(row.getString("idempotency_key"))
        .startedAt(instant(row, "started_at"))
        .endedAt(instant(row, "ended_at"))
        .lastError(row.getString("last_error"))
        .lastErrorAt(failed == null ? null : Instant.parse(failed))
        .resultRef(row.getString("result_ref"))
        .build();
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    var value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
