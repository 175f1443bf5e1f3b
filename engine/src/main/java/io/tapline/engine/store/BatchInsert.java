package io.tapline.engine.store;

import io.tapline.tapdb.StatementList;
import io.tapline.tapdb.TimeText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Inserts rows into one table with one statement. Its cost is the number of values that are sent,
 * half a microsecond each, and most columns of a batch have one value in all rows: this value is
 * sent once, and a list is sent only where values differ (docs/adr/0022). A column without a value
 * in any row is not named, because a table may have many columns that are seldom used.
 */
final class BatchInsert {

  // Equal statements share one String object: the driver looks up its prepared statement by the
  // text, and a String caches its hash.
  private static final Map<InsertShape, String> TEXTS = new ConcurrentHashMap<>();

  private static final DifferingColumns<InsertShape> LISTS = new DifferingColumns<>();

  /**
   * Identifies a statement: a table, the named columns, the columns whose values differ, and the
   * columns that get the time or the feed key of the statement; null for none.
   */
  private record InsertShape(TableLayout layout, BitSet named, BitSet differing, BitSet dated) {}

  /** Stands for the time or the feed key of the statement, depending on the type of the column. */
  private static final Object OF_MOMENT = new Object();

  /** A document that contains the time of the decision, which the statement replaces by its own. */
  private record DatedText(String text) {}

  private final TableLayout tableLayout;
  private final List<Object[]> rows = new ArrayList<>();

  BatchInsert(TableLayout tableLayout) {
    this.tableLayout = tableLayout;
  }

  /** A table and its columns, in the order of the values. */
  static final class TableLayout {
    private final String table;
    private final ColumnList columns;

    /**
     * @param columns in the form of {@link ColumnList}
     */
    TableLayout(String table, String columns) {
      this.table = table;
      this.columns = new ColumnList(columns);
    }

    private String sql(BitSet named, BitSet differing, BitSet dated) {
      return TEXTS.computeIfAbsent(
          new InsertShape(this, named, differing, dated), key -> text(named, differing, dated));
    }

    private String text(BitSet named, BitSet differing, BitSet dated) {
      var into = "insert into tapline.%s (%s) ".formatted(table, joined(named, columns::name));
      var values = joined(named, i -> value(i, differing, dated != null && dated.get(i)));
      if (differing.isEmpty()) {
        return into + "select " + values;
      }
      return into
          + "select %s from unnest(%s) as rows(%s)"
              .formatted(
                  values,
                  joined(differing, i -> columns.type(i).list()),
                  joined(differing, columns::name));
    }

    private String value(int i, BitSet differing, boolean dated) {
      var type = columns.type(i);
      if (dated) {
        return dated(type, differing.get(i) ? "rows." + columns.name(i) : null);
      }
      if (differing.get(i)) {
        return type.value("rows." + columns.name(i));
      }
      // A subquery is computed once, and not for every row.
      return type.parsed() && !differing.isEmpty()
          ? "(select " + type.value(null) + ")"
          : type.value(null);
    }

    /** A value that the surrounding statement computes (enqueue.sql). */
    private static String dated(ColumnType type, String of) {
      if (type == ColumnType.JSONB) {
        return of == null
            ? "(select replace(?::text, m.decided, m.now)::jsonb from moment m)"
            : "replace("
                + of
                + ", (select m.decided from moment m), (select m.now from moment m))::jsonb";
      }
      var moment =
          "(select m." + (type == ColumnType.BIGINT ? "feed_key" : "at") + " from moment m)";
      return of == null ? moment : "coalesce(" + type.value(of) + ", " + moment + ")";
    }

    private static String joined(BitSet which, IntFunction<String> each) {
      return which.stream().mapToObj(each).collect(Collectors.joining(", "));
    }
  }

  void add(Object... values) {
    if (values.length != tableLayout.columns.size()) {
      throw new IllegalArgumentException(values.length + " values for " + tableLayout.table);
    }
    rows.add(values);
  }

  void write(StatementList statements) {
    if (rows.isEmpty()) {
      return;
    }
    var named = named();
    var differing = differing(named);
    statements.add(
        tableLayout.sql(named, differing, null),
        (connection, statement, first) -> bind(connection, statement, first, named, differing),
        rows.size());
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * Part of a statement that gives the rows its own time and its own feed key. Every value that
   * equals the time of the decision is replaced; the caller ensures that all of them are times of
   * the decision.
   *
   * @param condition a row is written only if it holds
   */
  InsertPart part(Instant decidedAt, String condition) {
    var dated = date(decidedAt);
    var named = named();
    var differing = differing(named);
    return new InsertPart(
        tableLayout.sql(named, differing, dated) + " where " + condition,
        (connection, statement, first) -> bind(connection, statement, first, named, differing));
  }

  record InsertPart(String sql, StatementList.Binding binding) {}

  /** Marks the values that the statement replaces; returns their columns. */
  private BitSet date(Instant decidedAt) {
    var text = TimeText.of(decidedAt);
    var seconds = BatchWriter.seconds(decidedAt);
    var dated = new BitSet();
    for (int i = 0; i < tableLayout.columns.size(); i++) {
      var type = tableLayout.columns.type(i);
      boolean feedKey = tableLayout.columns.name(i).equals("feed_key");
      // Other documents belong to the caller and are not changed.
      boolean evidence = tableLayout.columns.name(i).equals("execution");
      for (var values : rows) {
        var value = values[i];
        if (feedKey || seconds.equals(value) || type == ColumnType.INSTANT && text.equals(value)) {
          values[i] = OF_MOMENT;
          dated.set(i);
        } else if (evidence && value instanceof String in && in.contains(text)) {
          values[i] = new DatedText(in);
          dated.set(i);
        }
      }
    }
    return dated;
  }

  /** Values that all rows share come first, as in the text of the statement. */
  private int bind(
      Connection connection, PreparedStatement statement, int first, BitSet named, BitSet differing)
      throws SQLException {
    int index = first;
    for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
      var value = sent(rows.get(0)[i]);
      if (!differing.get(i) && value != null) {
        tableLayout.columns.type(i).bind(statement, index++, value);
      }
    }
    for (int i = differing.nextSetBit(0); i >= 0; i = differing.nextSetBit(i + 1)) {
      statement.setArray(index++, tableLayout.columns.type(i).array(connection, column(i)));
    }
    return index;
  }

  private Object[] column(int i) {
    var values = new Object[rows.size()];
    for (int row = 0; row < values.length; row++) {
      values[row] = sent(rows.get(row)[i]);
    }
    return values;
  }

  /** Null for a value that the statement computes. */
  private static Object sent(Object value) {
    if (value instanceof DatedText document) {
      return document.text();
    }
    return value == OF_MOMENT ? null : value;
  }

  private BitSet named() {
    var named = new BitSet();
    for (var values : rows) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] != null) {
          named.set(i);
        }
      }
    }
    return named;
  }

  private BitSet differing(BitSet named) {
    var differing = new BitSet();
    var first = rows.get(0);
    for (var values : rows) {
      for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
        if (values[i] != first[i] && !Objects.deepEquals(values[i], first[i])) {
          differing.set(i);
        }
      }
    }
    return LISTS.of(new InsertShape(tableLayout, named, null, null), differing, rows.size());
  }
}
