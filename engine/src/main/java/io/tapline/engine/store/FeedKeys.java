package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Map;

/** Where the action log stands for one object. */
public final class FeedKeys {

  private static final NamedSql NEWEST = NamedSql.load(FeedKeys.class, "action/newest_feed_key");

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
}
