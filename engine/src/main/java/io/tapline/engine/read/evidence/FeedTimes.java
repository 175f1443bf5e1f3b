package io.tapline.engine.read.evidence;

import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * Finds the feed position of a time. Feed keys increase with time, except for overlapping
 * transactions, so a binary search finds it in about a dozen index reads.
 */
final class FeedTimes {

  /** Longer than any two transactions overlap, so times are out of order by less. */
  static final Duration OVERLAP = Duration.ofMinutes(2);

  private static final NamedSql NEAR = NamedSql.load(DecisionRows.class, "action/action_time_near");
  private static final NamedSql END = NamedSql.load(DecisionRows.class, "action/action_feed_end");

  private record Step(long feedKey, Instant at) {}

  private FeedTimes() {}

  /** A backward read from this key misses nothing that is older than the time. */
  static long keyAfter(Tx tx, Instant time) throws SQLException {
    var until = time.plus(OVERLAP);
    var end = tx.query(END, row -> row.getLong("feed_key"), Map.of());
    if (end.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long low = 0;
    long high = end.get(0) + 1;
    while (low < high) {
      long middle = low + (high - low) / 2;
      var step = near(tx, middle);
      if (step == null || step.at().isAfter(until)) {
        high = middle;
      } else {
        low = step.feedKey() + 1;
      }
    }
    return low;
  }

  private static Step near(Tx tx, long feedKey) throws SQLException {
    var found =
        tx.query(
            NEAR,
            row ->
                new Step(
                    row.getLong("feed_key"),
                    row.getObject("created_dt", OffsetDateTime.class).toInstant()),
            Map.of("feed_key", feedKey));
    return found.isEmpty() ? null : found.get(0);
  }
}
