package io.tapline.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;

/** The position of one job in the order of a queue. */
record QueuePosition(long uid, int priority, Instant dueAt, Instant visibleFrom) {

  static QueuePosition of(ResultSet row) throws SQLException {
    return new QueuePosition(
        row.getLong("uid"), row.getInt("priority"), time(row, "due_at"), time(row, "visible_from"));
  }

  private static Instant time(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /** Compares two positions of one priority without a due date. */
  boolean isBehind(QueuePosition other) {
    return priority == other.priority
        && Comparator.comparing(QueuePosition::visibleFrom)
                .thenComparing(QueuePosition::uid)
                .compare(this, other)
            > 0;
  }
}
