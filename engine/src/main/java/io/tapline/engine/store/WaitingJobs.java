package io.tapline.engine.store;

import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.engine.decide.DependencyStatus.Dependency;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs of workflows that wait for others, and those that may let them go on. */
public final class WaitingJobs {

  private static final NamedSql UNSETTLED =
      NamedSql.load(WaitingJobs.class, "dependency/unsettled_jobs");
  private static final NamedSql DEPENDENTS =
      NamedSql.load(WaitingJobs.class, "dependency/waiting_dependents");
  private static final NamedSql DEPENDENCIES =
      NamedSql.load(WaitingJobs.class, "dependency/dependencies");
  private static final NamedSql MARK = NamedSql.load(WaitingJobs.class, "dependency/mark_settled");

  /** Looked at in one step; more are left to the next. */
  private static final int STEP = 200;

  /** A job whose place in its workflow has not been looked at since it last changed. */
  public record UnsettledJob(long uid, String euid, String revision, boolean ended) {}

  private WaitingJobs() {}

  public static List<UnsettledJob> unsettled(Tx tx) throws SQLException {
    return tx.query(
        UNSETTLED,
        row ->
            new UnsettledJob(
                row.getLong("uid"),
                row.getString("euid"),
                row.getString("revision"),
                row.getBoolean("ended")),
        Map.of("limit", STEP));
  }

  /** Who may be able to go on now: what waits itself, and what waits for what has ended. */
  public static Set<WaitingJob> candidates(Tx tx, List<UnsettledJob> unsettled)
      throws SQLException {
    var found = new LinkedHashSet<WaitingJob>();
    for (var job : unsettled) {
      if (!job.ended()) {
        found.add(new WaitingJob(job.euid(), job.revision()));
      }
    }
    var ended =
        unsettled.stream().filter(UnsettledJob::ended).mapToLong(UnsettledJob::uid).toArray();
    if (ended.length > 0) {
      found.addAll(
          tx.query(
              DEPENDENTS,
              row -> new WaitingJob(row.getString("euid"), row.getString("revision")),
              Map.of("uids", ended)));
    }
    return found;
  }

  /** A job that waits, and the revision at which it was seen. */
  public record WaitingJob(String euid, String revision) {}

  /** Those that were looked at and have not changed since need not be looked at again. */
  public static int mark(Tx tx, List<UnsettledJob> looked) throws SQLException {
    return tx.updateByKeys(
        MARK,
        Map.of(
            "uids",
            looked.stream().mapToLong(UnsettledJob::uid).toArray(),
            "revisions",
            looked.stream().map(UnsettledJob::revision).toArray(String[]::new)));
  }

  /** What each of the subjects depends on. */
  public static Map<Long, List<Dependency>> on(Tx tx, Collection<Long> subjects)
      throws SQLException {
    var found = new HashMap<Long, List<Dependency>>();
    if (!subjects.isEmpty()) {
      tx.query(
          DEPENDENCIES,
          row ->
              found
                  .computeIfAbsent(row.getLong("child_uid"), key -> new ArrayList<>())
                  .add(
                      new Dependency(
                          ExecutionState.valueOf(row.getString("state")),
                          OnFailure.of(
                              row.getString("relationship").substring(OnFailure.PREFIX.length())))),
          Map.of("uids", subjects.stream().mapToLong(Long::longValue).toArray()));
    }
    return found;
  }
}
