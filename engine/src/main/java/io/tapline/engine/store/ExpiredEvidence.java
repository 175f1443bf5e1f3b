package io.tapline.engine.store;

import io.tapline.engine.decide.LinkTypes;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Replaces archived jobs that are past their evidence term by tombstones, and deletes their
 * evidence and their properties. This requires the owner's connection.
 */
public final class ExpiredEvidence {

  private static final NamedSql DUE = sql("retention/retirable");
  private static final NamedSql LOCK = sql("retention/retire_lock");
  private static final NamedSql OUTPUTS = sql("retention/keep_outputs");
  private static final NamedSql TOMBSTONES = sql("retention/retire_to_tombstones");
  private static final NamedSql ATTEMPTS = sql("retention/retire_attempts");
  private static final NamedSql LINKED = sql("retention/retire_linked");
  private static final NamedSql RECORDS = sql("retention/retire_records");
  private static final NamedSql REGISTRY = sql("retention/retire_registry");
  private static final NamedSql KEYS = sql("retention/retire_keys");
  private static final NamedSql ACTIONS = sql("retention/retire_actions");
  private static final NamedSql LINKS_FROM = sql("retention/retire_links_from");
  private static final NamedSql LINKS_TO = sql("retention/retire_links_to");
  private static final NamedSql SUBJECTS = sql("retention/retire_subjects");

  /** Jobs in one transaction: it lasts milliseconds, and its dead rows are soon vacuumed. */
  public static final int STEP = 100;

  private ExpiredEvidence() {}

  /**
   * The uids of the next jobs that are past their term.
   *
   * @param failed uids to leave out
   */
  public static List<Long> due(Tx tx, Collection<Long> failed) throws SQLException {
    return tx.query(DUE, row -> row.getLong(1), Map.of("failed", keys(failed), "limit", STEP));
  }

  /** Retires those of the jobs that are still due and not locked; returns their number. */
  public static int retire(Tx tx, Collection<Long> due) throws SQLException {
    var subjects = keys(tx.query(LOCK, row -> row.getLong(1), Map.of("uids", keys(due))));
    if (subjects.length == 0) {
      return 0;
    }
    var uids = Map.of("uids", subjects);
    tx.updateByKeys(OUTPUTS, Map.of("uids", subjects, "relationship", LinkTypes.SUBJECT_OUTPUT));
    tx.updateByKeys(TOMBSTONES, uids);
    var retired = new ArrayList<Long>();
    delete(tx, ATTEMPTS, uids, retired);
    var linked = Map.of("linked", keys(tx.query(LINKED, row -> row.getLong(1), uids)));
    delete(tx, RECORDS, linked, retired);
    delete(tx, REGISTRY, linked, retired);
    tx.updateByKeys(KEYS, uids);
    delete(tx, ACTIONS, uids, retired);
    tx.updateByKeys(LINKS_FROM, Map.of("gone", keys(retired)));
    tx.updateByKeys(LINKS_TO, Map.of("gone", keys(retired)));
    tx.updateByKeys(SUBJECTS, uids);
    return subjects.length;
  }

  private static void delete(Tx tx, NamedSql sql, Map<String, ?> of, List<Long> retired)
      throws SQLException {
    retired.addAll(tx.query(sql, row -> row.getLong(1), of));
  }

  private static long[] keys(Collection<Long> uids) {
    return uids.stream().mapToLong(Long::longValue).toArray();
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(ExpiredEvidence.class, name);
  }
}
