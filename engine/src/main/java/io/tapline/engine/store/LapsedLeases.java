package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Leases that lapsed and that nobody has settled yet. */
public final class LapsedLeases {

  private static final NamedSql ALL = NamedSql.load(LapsedLeases.class, "lease/lapsed_leases");
  private static final NamedSql OF_QUEUE =
      NamedSql.load(LapsedLeases.class, "lease/lapsed_leases_of_queue");

  /** Settled in one transaction at most; more are left to the next. */
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
