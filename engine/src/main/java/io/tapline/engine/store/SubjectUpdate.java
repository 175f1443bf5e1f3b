package io.tapline.engine.store;

import static java.util.stream.Collectors.joining;

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

/**
 * What a batch leaves of its subjects' envelopes, in one statement (update_subjects.sql). It names
 * the columns that change in any of them, of more than forty: steps of one kind change the same
 * few, so a connection prepares a handful of statements. A value that all of them get is sent once,
 * as in {@link BatchInsert}.
 */
final class SubjectUpdate {

  private static final String FILE = SqlFile.load(SubjectUpdate.class, "update_subjects");

  private static final String DIFFERING =
      SqlFile.load(SubjectUpdate.class, "update_subjects_differing");

  private static final String MARKS = "settled = null, retired = null, modified_dt = :now, ";

  // The same text for the driver's look-up, as in BatchInsert.
  private static final Map<Shape, NamedSql> TEXTS = new ConcurrentHashMap<>();

  /** Which statement: the columns that change, and those of them whose values differ. */
  private record Shape(boolean steps, BitSet changed, BitSet differing) {}

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
    var differing = differing();
    changed.stream()
        .forEach(
            i -> parameters.put(SubjectColumns.name(i), differing.get(i) ? values(i) : value(i)));
    var shape = new Shape(steps, (BitSet) changed.clone(), differing);
    var sql = TEXTS.computeIfAbsent(shape, k -> NamedSql.of(text(changed, differing, steps)));
    int written = tx.updateByKeys(sql, parameters);
    if (written != uids.size()) {
      throw new IllegalStateException("changed " + written + " subjects of " + uids.size());
    }
  }

  private BitSet differing() {
    var differing = new BitSet();
    var first = rows.get(0);
    for (var row : rows) {
      changed.stream().filter(i -> !Objects.equals(row[i], first[i])).forEach(differing::set);
    }
    return differing;
  }

  private Object value(int i) {
    return sent(i, rows.get(0)[i]);
  }

  private Object values(int i) {
    var values = rows.stream().map(row -> sent(i, row[i]));
    return SubjectColumns.number(i) ? values.toArray(Long[]::new) : values.toArray(String[]::new);
  }

  private static Object sent(int i, Object value) {
    if (value == null) {
      return null;
    }
    return SubjectColumns.number(i) ? (Object) ((Number) value).longValue() : value.toString();
  }

  static String text(BitSet changed, BitSet differing, boolean steps) {
    var shared = (BitSet) changed.clone();
    shared.andNot(differing);
    return FILE.replace("{marks}", steps ? MARKS : "")
        .replace("{shared}", shared.stream().mapToObj(SubjectUpdate::shared).collect(joining()))
        .replace("{differing}", differing.isEmpty() ? "" : DIFFERING)
        .replace("{columns}", each(differing, SubjectColumns::name))
        .replace("{values}", each(differing, SubjectUpdate::differing));
  }

  private static String shared(int i) {
    var name = SubjectColumns.name(i);
    return name + " = :" + name + sentAs(i) + SubjectColumns.cast(i) + ", ";
  }

  private static String differing(int i) {
    return "(:" + SubjectColumns.name(i) + sentAs(i) + "[])[place.at]" + SubjectColumns.cast(i);
  }

  private static String sentAs(int i) {
    return SubjectColumns.number(i) ? "::bigint" : "::text";
  }

  private static String each(BitSet columns, IntFunction<String> what) {
    return columns.stream().mapToObj(what).collect(joining(", "));
  }
}
