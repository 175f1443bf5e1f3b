package io.tapline.engine.read.scan;

import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.Map;

/**
 * A place in the order of a queue: the five keys of a subject.
 *
 * @param dueAt what has no due date comes last, and {@code Z} is behind every date
 */
public record ItemPosition(
    int priority, String dueAt, String visibleFrom, Instant createdAt, String euid) {

  public static final ItemPosition START =
      new ItemPosition(Integer.MAX_VALUE, "", "", TimeText.MIN, "");

  private static final String NEVER_DUE = "Z";

  public static final Comparator<ItemPosition> ORDER =
      Comparator.comparingInt(ItemPosition::priority)
          .reversed()
          .thenComparing(ItemPosition::dueAt)
          .thenComparing(ItemPosition::visibleFrom)
          .thenComparing(ItemPosition::createdAt)
          .thenComparing(ItemPosition::euid);

  /** As cursors bring them, which anybody may have made. */
  public ItemPosition {
    if (dueAt == null || visibleFrom == null || euid == null) {
      throw new IllegalArgumentException("no place in a queue");
    }
    if (createdAt == null || createdAt.isBefore(TimeText.MIN) || createdAt.isAfter(TimeText.MAX)) {
      throw new IllegalArgumentException("no time that a row can have: " + createdAt);
    }
  }

  public static ItemPosition of(ResultSet row) throws SQLException {
    var due = row.getString("due_at");
    return new ItemPosition(
        row.getInt("priority"),
        due == null ? NEVER_DUE : due,
        row.getString("visible_from"),
        row.getObject("created_dt", OffsetDateTime.class).toInstant(),
        row.getString("euid"));
  }

  /** For statements that go on from here. */
  public void addTo(Map<String, Object> parameters) {
    parameters.put("priority", priority);
    parameters.put("due_at", dueAt);
    parameters.put("visible_from", visibleFrom);
    parameters.put("created_dt", createdAt);
    parameters.put("euid", euid);
  }
}
