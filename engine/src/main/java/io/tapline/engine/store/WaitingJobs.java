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

/** Jobs of workflows that wait for others, and ended jobs that may allow them to proceed. */
public final class WaitingJobs {

  private static final NamedSql UNSETTLED =
      NamedSql.load(WaitingJobs.class, "dependency/unsettled_jobs");
  private static final NamedSql DEPENDENTS =
      NamedSql.load(WaitingJobs.class, "dependency/waiting_dependents");
  private static final NamedSql DEPENDENCIES =
      NamedSql.load(WaitingJobs.class, "dependency/dependencies");
  private static final NamedSql MARK = NamedSql.load(WaitingJobs.class, "dependency/mark_settled");

  /** Limit of jobs that one step reads; the next one continues. */
  private static final int STEP = 200;

  /** A job whose dependencies were not evaluated since its last change. */
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

  /**
   * Jobs that may be able to proceed: unsettled waiting jobs, and jobs that depend on ended ones.
   */
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

  /** A waiting job with the revision at the time of the read. */
  public record WaitingJob(String euid, String revision) {}

  /** Marks jobs that were evaluated and have not changed since. */
  public static int mark(Tx tx, List<UnsettledJob> looked) throws SQLException {
    return tx.updateByKeys(
        MARK,
        Map.of(
            "uids",
            looked.stream().mapToLong(UnsettledJob::uid).toArray(),
            "revisions",
            looked.stream().map(UnsettledJob::revision).toArray(String[]::new)));
  }

  /** The dependencies of each job. */
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
