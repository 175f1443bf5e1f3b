package io.tapline.engine.read.scan;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;

import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

/**
 * A position in claim order: the four sort keys of a job.
 *
 * @param dueAt null for a job without a due date, which comes last
 */
public record ItemPosition(int priority, Instant dueAt, Instant visibleFrom, long uid) {

  public static final ItemPosition START =
      new ItemPosition(Integer.MAX_VALUE, TimeText.MIN, TimeText.MIN, 0);

  public static final Comparator<ItemPosition> ORDER =
      Comparator.comparingInt(ItemPosition::priority)
          .reversed()
          .thenComparing(ItemPosition::dueAt, nullsLast(naturalOrder()))
          .thenComparing(ItemPosition::visibleFrom)
          .thenComparing(ItemPosition::uid);

  /** Validates a position, which may come from a cursor. */
  public ItemPosition {
    if (visibleFrom == null) {
      throw new IllegalArgumentException("no place in a queue");
    }
    requireStorable(dueAt);
    requireStorable(visibleFrom);
  }

  private static void requireStorable(Instant time) {
    if (time != null && (time.isBefore(TimeText.MIN) || time.isAfter(TimeText.MAX))) {
      throw new IllegalArgumentException("no time that a row can have: " + time);
    }
  }

  public static ItemPosition of(ResultSet row) throws SQLException {
    var due = row.getString("due_at");
    return new ItemPosition(
        row.getInt("priority"),
        due == null ? null : TimeText.parse(due),
        TimeText.parse(row.getString("visible_from")),
        row.getLong("uid"));
  }

  /** Adds the parameters of statements that continue from here. */
  public void addTo(Map<String, Object> parameters) {
    parameters.put("priority", priority);
    parameters.put("due_at", dueAt);
    parameters.put("visible_from", visibleFrom);
    parameters.put("after_uid", uid);
  }
}
