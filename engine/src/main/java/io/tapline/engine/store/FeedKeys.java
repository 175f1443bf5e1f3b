package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Map;

/** Position of one object in the action log. */
public final class FeedKeys {

  private static final NamedSql NEWEST = NamedSql.load(FeedKeys.class, "action/newest_feed_key");

  private FeedKeys() {}

  /**
   * The feed key of the object's newest action; null when it has none. The caller holds its lock.
   */
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
}
