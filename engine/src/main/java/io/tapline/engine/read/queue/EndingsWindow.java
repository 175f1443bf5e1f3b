package io.tapline.engine.read.queue;

import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ended attempts of one tenant over the last minutes. They are kept in time slices, so that a
 * read covers only the attempts since the previous read, for every size of the window.
 */
final class EndingsWindow {

  private static final NamedSql ENDINGS =
      NamedSql.load(DecisionRows.class, "queue_stats/queue_endings");

  static final int SLICE_SECONDS = 5;

  /**
   * Slices that are read again, because an attempt that ended in them may have been committed
   * later.
   */
  private static final int UNSETTLED_SLICES = 2;

  private final Duration length;
  private final TreeMap<Long, Map<Long, AttemptEndings>> slices = new TreeMap<>();
  private Instant readAt;
  private long readLast;

  EndingsWindow(Duration length) {
    this.length = length;
  }

  /**
   * Ended attempts by queue uid. After a read that found very many, the result is reused for a few
   * seconds.
   */
  synchronized Map<Long, AttemptEndings> read(Tx tx, Instant now) throws SQLException {
    refreshIfOld(tx, now);
    return sums(slices);
  }

  /** Between two instants at slice boundaries. */
  synchronized Map<Long, AttemptEndings> between(Tx tx, Instant now, Instant from, Instant to)
      throws SQLException {
    refreshIfOld(tx, now);
    return sums(slices.subMap(slice(from), slice(to)));
  }

  private void refreshIfOld(Tx tx, Instant now) throws SQLException {
    boolean shared =
        readAt != null
            && readLast > QueueReads.EXACT_DEPTH
            && now.isBefore(readAt.plus(QueueReads.DEPTH_AGE));
    if (!shared) {
      refresh(tx, now);
    }
  }

  private static Map<Long, AttemptEndings> sums(Map<Long, Map<Long, AttemptEndings>> some) {
    var sums = new HashMap<Long, AttemptEndings>();
    for (var slice : some.values()) {
      slice.forEach(
          (queue, endings) ->
              sums.computeIfAbsent(queue, key -> new AttemptEndings()).add(endings));
    }
    return sums;
  }

  private void refresh(Tx tx, Instant now) throws SQLException {
    long first = slice(now.minus(length)) + 1;
    long from = readAt == null ? first : Math.max(first, slice(readAt) - UNSETTLED_SLICES + 1);
    slices.headMap(first).clear();
    slices.tailMap(from).clear();
    readLast = 0;
    SetReadPlanning.allow(tx);
    tx.query(
        ENDINGS,
        row -> {
          long attempts = row.getLong("attempts");
          readLast += attempts;
          slices
              .computeIfAbsent(row.getLong("slice"), key -> new HashMap<>())
              .computeIfAbsent(row.getLong("queue_uid"), key -> new AttemptEndings())
              .add(row.getBoolean("succeeded"), row.getInt("step"), attempts);
          return attempts;
        },
        Map.of(
            "slice_seconds", SLICE_SECONDS,
            "since", TimeText.of(Instant.ofEpochSecond(from * SLICE_SECONDS)),
            "now", TimeText.of(now)));
    SetReadPlanning.forbid(tx);
    readAt = now;
  }

  private static long slice(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), SLICE_SECONDS);
  }
}
