package io.tapline.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;

/** A place in the order of a queue: that of one subject. */
record QueuePosition(
    long uid, int priority, String dueAt, String visibleFrom, Instant createdAt, String euid) {

  static QueuePosition of(ResultSet row) throws SQLException {
    return new QueuePosition(
        row.getLong("uid"),
        row.getInt("priority"),
        row.getString("due_at"),
        row.getString("visible_from"),
        row.getObject("created_dt", OffsetDateTime.class).toInstant(),
        row.getString("euid"));
  }

  /** In the order of a queue, for two of one priority without a due date. */
  boolean isBehind(QueuePosition other) {
    return priority == other.priority
        && Comparator.comparing(QueuePosition::visibleFrom)
                .thenComparing(QueuePosition::createdAt)
                .thenComparing(QueuePosition::euid)
                .compare(this, other)
            > 0;
  }
}
