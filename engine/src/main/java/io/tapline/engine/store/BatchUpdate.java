package io.tapline.engine.store;

import static java.util.stream.Collectors.joining;

import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StatementList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * Updates rows with one statement. It names the columns that change in any of the rows: steps of
 * one kind change the same few columns, so a connection prepares a handful of statements. A value
 * that all rows get is sent once, as in {@link BatchInsert}.
 */
final class BatchUpdate {

  private static final String DIFFERING =
      SqlFile.load(BatchUpdate.class, "attempt/update_differing");

  // Equal statements share one text, as in BatchInsert.
  private static final Map<UpdateShape, NamedSql> TEXTS = new ConcurrentHashMap<>();

  private static final DifferingColumns<UpdateShape> LISTS = new DifferingColumns<>();

  /** Identifies a statement: the columns that change, and those of them whose values differ. */
  private record UpdateShape(String file, BitSet changed, BitSet differing) {}

  private final String file;
  private final ColumnList columns;
  private final List<Long> uids = new ArrayList<>();
  private final List<Object[]> rows = new ArrayList<>();
  private final BitSet changed = new BitSet();

  /**
   * @param file the statement, with placeholders for the columns
   */
  BatchUpdate(String file, ColumnList columns) {
    this.file = file;
    this.columns = columns;
  }

  void add(long uid, Object[] values) {
    uids.add(uid);
    rows.add(values);
  }

  /** The column changes in at least one of the rows. */
  void change(int column) {
    changed.set(column);
  }

  /**
   * @param others the parameters of the statement beside the columns
   */
  void write(StatementList statements, Map<String, ?> others) {
    if (uids.isEmpty()) {
      return;
    }
    var differing = differing();
    var parameters = new HashMap<String, Object>(others);
    parameters.put("uids", uids.toArray(Long[]::new));
    changed.stream()
        .forEach(i -> parameters.put(columns.name(i), differing.get(i) ? values(i) : value(i)));
    var updateShape = new UpdateShape(file, (BitSet) changed.clone(), differing);
    var sql = TEXTS.computeIfAbsent(updateShape, key -> NamedSql.of(text(file, columns, key)));
    statements.updateByKeys(sql, parameters, uids.size());
  }

  private BitSet differing() {
    var differing = new BitSet();
    var first = rows.get(0);
    for (var row : rows) {
      changed.stream().filter(i -> !Objects.equals(row[i], first[i])).forEach(differing::set);
    }
    return LISTS.of(new UpdateShape(file, (BitSet) changed.clone(), null), differing, rows.size());
  }

  private Object value(int i) {
    return sent(i, rows.get(0)[i]);
  }

  private Object values(int i) {
    var values = rows.stream().map(row -> sent(i, row[i]));
    return columns.type(i).number() ? values.toArray(Long[]::new) : values.toArray(String[]::new);
  }

  /** Numbers are sent as bigint and all other values as text, so two types of lists are enough. */
  private Object sent(int i, Object value) {
    if (value == null) {
      return null;
    }
    return columns.type(i).number() ? (Object) ((Number) value).longValue() : value.toString();
  }

  private static String text(String file, ColumnList columns, UpdateShape updateShape) {
    return text(file, columns, updateShape.changed(), updateShape.differing());
  }

  static String text(String file, ColumnList columns, BitSet changed, BitSet differing) {
    var shared = (BitSet) changed.clone();
    shared.andNot(differing);
    return file.replace(
            "{shared}", shared.stream().mapToObj(i -> shared(columns, i)).collect(joining()))
        .replace("{differing}", differing.isEmpty() ? "" : DIFFERING)
        .replace("{columns}", each(differing, columns::name))
        .replace("{values}", each(differing, i -> differing(columns, i)));
  }

  private static String shared(ColumnList columns, int i) {
    var name = columns.name(i);
    return name + " = " + columns.type(i).cast(":" + name + "::" + sentAs(columns, i)) + ", ";
  }

  private static String differing(ColumnList columns, int i) {
    return columns
        .type(i)
        .cast("(:" + columns.name(i) + "::" + sentAs(columns, i) + "[])[place.at]");
  }

  private static String sentAs(ColumnList columns, int i) {
    return columns.type(i).number() ? "bigint" : "text";
  }

  private static String each(BitSet which, IntFunction<String> what) {
    return which.stream().mapToObj(what).collect(joining(", "));
  }
}
