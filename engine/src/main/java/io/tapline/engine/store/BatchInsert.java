package io.tapline.engine.store;

import io.tapline.tapdb.StatementList;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Rows into one table by one statement. What it costs is the number of values that are sent, half a
 * microsecond each, and most columns of a batch have one value in all of its rows: that is sent
 * once, and a list of values only where they differ (docs/adr/0022). A column that no row has a
 * value for is not named: a table may have many that are seldom used.
 */
final class BatchInsert {

  // The same text, not only an equal one: the driver looks its prepared statement up by it, and a
  // text remembers its hash.
  private static final Map<InsertShape, String> TEXTS = new ConcurrentHashMap<>();

  private static final DifferingColumns<InsertShape> LISTS = new DifferingColumns<>();

  /** Which statement: a table, the columns that are named, and those whose values differ. */
  private record InsertShape(TableLayout layout, BitSet named, BitSet differing) {}

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
     * @param columns as {@link ColumnList} has them
     */
    TableLayout(String table, String columns) {
      this.table = table;
      this.columns = new ColumnList(columns);
    }

    private String sql(BitSet named, BitSet differing) {
      return TEXTS.computeIfAbsent(
          new InsertShape(this, named, differing), key -> text(named, differing));
    }

    private String text(BitSet named, BitSet differing) {
      var into = "insert into tapline.%s (%s) ".formatted(table, joined(named, columns::name));
      var values =
          joined(
              named,
              i -> columns.type(i).value(differing.get(i) ? "rows." + columns.name(i) : null));
      if (differing.isEmpty()) {
        return into + "values (" + values + ")";
      }
      return into
          + "select %s from unnest(%s) as rows(%s)"
              .formatted(
                  values,
                  joined(differing, i -> columns.type(i).list()),
                  joined(differing, columns::name));
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
        tableLayout.sql(named, differing),
        (connection, statement, first) -> bind(connection, statement, first, named, differing),
        rows.size());
  }

  /** What the rows share comes first, as it does in the text of the statement. */
  private int bind(
      Connection connection, PreparedStatement statement, int first, BitSet named, BitSet differing)
      throws SQLException {
    int index = first;
    for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
      if (!differing.get(i)) {
        tableLayout.columns.type(i).bind(statement, index++, rows.get(0)[i]);
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
      values[row] = rows.get(row)[i];
    }
    return values;
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
    return LISTS.of(new InsertShape(tableLayout, named, null), differing, rows.size());
  }
}
