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
 * What the evidence says of a piece of work; all null where the evidence is gone.
 *
 * @param parentJob the job that it came from
 * @param causationEvent the action whose event it was made for
 * @param enqueuedBy the principal that it came from
 * @param idempotencyKey the key that it was enqueued under
 * @param startedAt when it was last begun
 * @param endedAt when it last came to an end
 * @param lastError what went wrong last, whatever came after
 * @param resultRef the reference that its last success left
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

  /** Work whose evidence is no longer kept. */
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

  /** What is kept of it once the evidence is gone. Its queue is the subject's to say. */
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
