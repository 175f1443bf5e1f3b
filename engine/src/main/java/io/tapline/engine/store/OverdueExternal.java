package io.tapline.engine.store;

import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Jobs whose external work is past its deadline, in queues that opted into a retry. In all other
 * queues the passed deadline is only shown, because irreversible work is not repeated on a timer.
 */
public final class OverdueExternal {

  private static final NamedSql OVERDUE =
      NamedSql.load(OverdueExternal.class, "subject/overdue_external");

  /**
   * One overdue job.
   *
   * @param revision the revision of its dispatch, which is the key of this one retry
   */
  public record OverdueSubject(String subjectEuid, String externalRef, String revision) {}

  private OverdueExternal() {}

  public static List<OverdueSubject> any(Tx tx, TemplateCache templateCache) throws SQLException {
    var found = new ArrayList<OverdueSubject>();
    for (var queue : new DecisionRows(tx, templateCache).queues().all()) {
      if (queue.policy().externalDeadlinePolicy() == ExternalDeadlinePolicy.RETRY) {
        found.addAll(
            tx.query(
                OVERDUE,
                row ->
                    new OverdueSubject(
                        row.getString("euid"),
                        row.getString("external_ref"),
                        row.getString("revision")),
                Map.of("queue", queue.key(), "limit", LapsedLeases.STEP)));
      }
    }
    return found;
  }
}
