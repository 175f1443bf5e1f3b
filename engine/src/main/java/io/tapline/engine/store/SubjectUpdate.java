package io.tapline.engine.store;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * What a batch leaves of its subjects' envelopes, in one statement (update_subjects.sql). It names
 * the columns that change in any of them, of more than forty: steps of one kind change the same
 * few, so a connection prepares a handful of statements.
 */
final class SubjectUpdate {

  private static final String FILE = SqlFile.load(SubjectUpdate.class, "update_subjects");

  private static final String MARKS = "settled = null, retired = null, modified_dt = :now, ";

  // The same text for the driver's look-up, as in BatchInsert.
  private static final Map<BitSet, NamedSql> STEPS = new ConcurrentHashMap<>();
  private static final Map<BitSet, NamedSql> LEASES = new ConcurrentHashMap<>();

  private final boolean steps;
  private final List<Long> uids = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();
  private final BitSet changed = new BitSet();

  /**
   * @param steps they change the envelopes, so their time is that of the change and marks of a look
   *     at them are gone; else they change leases alone
   */
  SubjectUpdate(boolean steps) {
    this.steps = steps;
  }

  /** The columns of both, as {@link SubjectColumns#of} gives them. */
  void add(long uid, Object[] before, Object[] after) {
    uids.add(uid);
    rows.add(after);
    for (int i = 0; i < after.length; i++) {
      if (!Objects.equals(before[i], after[i])) {
        changed.set(i);
      }
    }
    // A mark may have emptied these, which the envelope does not know, and the mark goes.
    for (int i : SubjectColumns.EMPTIED_BY_MARKS) {
      if (steps && after[i] != null) {
        changed.set(i);
      }
    }
  }

  void write(Tx tx, Instant now, long feedKey) throws SQLException {
    if (uids.isEmpty()) {
      return;
    }
    var parameters = new HashMap<String, Object>();
    parameters.put("uids", uids.toArray(Long[]::new));
    parameters.put("now", now);
    parameters.put("feed_key", feedKey);
    changed.stream().forEach(i -> parameters.put(SubjectColumns.name(i), values(i)));
    var statements = steps ? STEPS : LEASES;
    var sql =
        statements.computeIfAbsent((BitSet) changed.clone(), k -> NamedSql.of(text(k, steps)));
    int written = tx.updateByKeys(sql, parameters);
    if (written != uids.size()) {
      throw new IllegalStateException("changed " + written + " subjects of " + uids.size());
    }
  }

  private Object values(int i) {
    var values = rows.stream().map(row -> row[i]);
    return SubjectColumns.number(i)
        ? values.map(n -> n == null ? null : (Long) ((Number) n).longValue()).toArray(Long[]::new)
        : values.map(v -> v == null ? null : v.toString()).toArray(String[]::new);
  }

  static String text(BitSet changed, boolean steps) {
    return FILE.replace("{marks}", steps ? MARKS : "")
        .replace("{columns}", each(changed, SubjectColumns::name))
        .replace("{values}", each(changed, SubjectUpdate::value));
  }

  private static String value(int i) {
    return "(:"
        + SubjectColumns.name(i)
        + (SubjectColumns.number(i) ? "::bigint[]" : "::text[]")
        + ")[place.at]"
        + SubjectColumns.cast(i);
  }

  private static String each(BitSet changed, IntFunction<String> what) {
    return changed.stream().mapToObj(what).collect(Collectors.joining(", "));
  }
}
