package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Map;

/** Where the action log stands for one object. */
public final class FeedKeys {

  private static final NamedSql NEWEST = NamedSql.load(FeedKeys.class, "newest_feed_key");
  private static final NamedSql RETIRED = NamedSql.load(FeedKeys.class, "retired_queue");

  private FeedKeys() {}

  /** The feed key of its newest action; null when it has none. Read under the object's lock. */
  public static Long newest(Tx tx, long uid) throws SQLException {
    return tx
        .query(
            NEWEST,
            row -> {
              long key = row.getLong(1);
              return row.wasNull() ? -1L : key;
            },
            Map.of("uid", uid))
        .stream()
        .filter(key -> key >= 0)
        .findFirst()
        .orElse(null);
  }

  /** The queue that last gave this key up, or -1: a retirement may be replayed after it. */
  public static long lastQueueWithKey(Tx tx, String queueKey) throws SQLException {
    return tx.query(RETIRED, row -> row.getLong(1), Map.of("key", queueKey)).stream()
        .findFirst()
        .orElse(-1L);
  }
}
