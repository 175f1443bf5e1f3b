package io.tapline.engine.store;

import io.tapline.engine.decide.LinkTypes;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Evidence of work that was put away, past its term: deleted by the owner, who alone can. */
public final class ExpiredEvidence {

  private static final NamedSql PICK = sql("retention/retire_pick");
  private static final NamedSql OUTPUTS = sql("retention/keep_outputs");
  private static final NamedSql ATTEMPTS = sql("retention/retire_attempts");
  private static final NamedSql LINKED = sql("retention/retire_linked");
  private static final NamedSql RECORDS = sql("retention/retire_records");
  private static final NamedSql REGISTRY = sql("retention/retire_registry");
  private static final NamedSql ACTIONS = sql("retention/retire_actions");
  private static final NamedSql LINKS_FROM = sql("retention/retire_links_from");
  private static final NamedSql LINKS_TO = sql("retention/retire_links_to");
  private static final NamedSql MARK = sql("retention/mark_retired");

  /** Subjects in one transaction: it lasts milliseconds, and what it deletes is soon vacuumed. */
  public static final int STEP = 100;

  private ExpiredEvidence() {}

  /** Retires the evidence of some subjects; returns of how many. */
  public static int retire(Tx tx) throws SQLException {
    var subjects = keys(tx.query(PICK, row -> row.getLong(1), Map.of("limit", STEP)));
    if (subjects.length == 0) {
      return 0;
    }
    var uids = Map.of("uids", subjects);
    tx.updateByKeys(OUTPUTS, Map.of("uids", subjects, "relationship", LinkTypes.SUBJECT_OUTPUT));
    var gone = new ArrayList<Long>();
    delete(tx, ATTEMPTS, uids, gone);
    var linked = Map.of("linked", keys(tx.query(LINKED, row -> row.getLong(1), uids)));
    delete(tx, RECORDS, linked, gone);
    delete(tx, REGISTRY, linked, gone);
    delete(tx, ACTIONS, uids, gone);
    tx.updateByKeys(LINKS_FROM, Map.of("gone", keys(gone)));
    tx.updateByKeys(LINKS_TO, Map.of("gone", keys(gone)));
    tx.updateByKeys(MARK, uids);
    return subjects.length;
  }

  private static List<Long> delete(Tx tx, NamedSql sql, Map<String, ?> of, List<Long> gone)
      throws SQLException {
    var deleted = tx.query(sql, row -> row.getLong(1), of);
    gone.addAll(deleted);
    return deleted;
  }

  private static long[] keys(List<Long> uids) {
    return uids.stream().mapToLong(Long::longValue).toArray();
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(ExpiredEvidence.class, name);
  }
}
