package io.tapline.engine.read.evidence;

import io.tapline.api.Progress;
import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The reported progress of running jobs. */
public final class ProgressReads {

  private static final NamedSql NEWEST =
      NamedSql.load(DecisionRows.class, "history/newest_progress");

  private ProgressReads() {}

  /** The newest progress of each job, by its lease. */
  public static Map<String, Progress> newest(Tx tx, Collection<Long> subjectUids)
      throws SQLException {
    var found = new HashMap<String, Progress>();
    if (!subjectUids.isEmpty()) {
      tx.query(
          NEWEST,
          row ->
              found.put(
                  row.getString("lease_euid"),
                  Json.read(row.getString("progress"), Progress.class)),
          Map.of("uids", subjectUids.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }
}
