package io.tapline.engine.read.task;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.store.DecisionRows;
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
 * The times of submission, start and end of a task and its actors, read from its actions.
 *
 * @param submittedBy the principal of the submission
 * @param startedAt the last start; null without one
 * @param endedAt the last end
 * @param cancelReason the reason of the last cancellation
 */
@RecordBuilder
record TaskTimeline(String submittedBy, Instant startedAt, Instant endedAt, String cancelReason) {

  private static final NamedSql TIMELINES =
      NamedSql.load(DecisionRows.class, "task/task_timelines");

  /** A task whose actions were deleted. */
  private static final TaskTimeline FORGOTTEN = TaskTimelineBuilder.builder().build();

  static Map<Long, TaskTimeline> readTimelines(Tx tx, Collection<Long> uids) throws SQLException {
    var timelines = new HashMap<Long, TaskTimeline>();
    uids.forEach(uid -> timelines.put(uid, FORGOTTEN));
    tx.query(
        TIMELINES,
        row -> timelines.put(row.getLong("uid"), read(row)),
        Map.of("uids", uids.stream().mapToLong(Long::longValue).toArray()));
    return timelines;
  }

  private static TaskTimeline read(ResultSet row) throws SQLException {
    return new TaskTimeline(
        row.getString("submitted_by"),
        instant(row, "started_at"),
        instant(row, "ended_at"),
        row.getString("cancel_reason"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    var value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
