package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Lapsed leases that are not settled. */
public final class LapsedLeases {

  private static final NamedSql ALL = NamedSql.load(LapsedLeases.class, "lease/lapsed_leases");
  private static final NamedSql OF_QUEUE =
      NamedSql.load(LapsedLeases.class, "lease/lapsed_leases_of_queue");

  /** Limit of leases that one transaction settles; the next one continues. */
  public static final int STEP = 200;

  private LapsedLeases() {}

  public static Set<String> any(Tx tx) throws SQLException {
    return new LinkedHashSet<>(tx.query(ALL, row -> row.getString("euid"), Map.of("limit", STEP)));
  }

  public static Set<String> ofQueue(Tx tx, long queueUid) throws SQLException {
    return new LinkedHashSet<>(
        tx.query(
            OF_QUEUE, row -> row.getString("euid"), Map.of("limit", STEP, "queue_uid", queueUid)));
  }
}
