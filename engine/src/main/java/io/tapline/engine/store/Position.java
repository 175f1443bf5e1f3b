package io.tapline.engine.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;

/** A place in the order of a queue: that of one subject. */
record Position(
    long uid, int priority, String dueAt, String visibleFrom, Instant createdAt, String euid) {

  static Position of(ResultSet row) throws SQLException {
    return new Position(
        row.getLong("uid"),
        row.getInt("priority"),
        row.getString("due_at"),
        row.getString("visible_from"),
        row.getObject("created_dt", OffsetDateTime.class).toInstant(),
        row.getString("euid"));
  }

  /** In the order of a queue, for two of one priority without a due date. */
  boolean isBehind(Position other) {
    return priority == other.priority
        && Comparator.comparing(Position::visibleFrom)
                .thenComparing(Position::createdAt)
                .thenComparing(Position::euid)
                .compare(this, other)
            > 0;
  }
}
