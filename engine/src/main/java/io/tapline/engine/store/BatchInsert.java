package io.tapline.engine.store;

import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Rows into one table by multi-row VALUES: 47 µs a row cheaper than one statement each, and, unlike
 * INSERT … SELECT, routable to one shard. Lists come in a few sizes only, so that each connection
 * prepares a handful of statements: all up to ten, since so many requests share a transaction most
 * of the time, and a statement more costs more than a row. A column that no row of a list has a
 * value for is not named: a table may have many that are seldom used.
 */
final class BatchInsert {

  private static final int[] SIZES = {100, 50, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1};

  // The same text, not only an equal one: the driver looks its prepared statement up by it, and a
  // text remembers its hash.
  private static final Map<Shape, String> TEXTS = new ConcurrentHashMap<>();

  /** Which statement: a table, the columns that are named, how many rows. */
  private record Shape(Layout layout, BitSet used, int size) {}

  private final Layout layout;
  private final List<Object[]> rows = new ArrayList<>();

  BatchInsert(Layout layout) {
    this.layout = layout;
  }

  /** A table, its columns in the order of the values, and how each value is written. */
  static final class Layout {
    private final String table;
    private final String[] columns;
    private final String[] places;

    /**
     * @param columns a name and, where the database must be told, how its value is written, such as
     *     {@code json_addl ?::jsonb}; separated by commas
     */
    Layout(String table, String columns) {
      this.table = table;
      var named = columns.split(",");
      this.columns = new String[named.length];
      this.places = new String[named.length];
      for (int i = 0; i < named.length; i++) {
        var words = named[i].strip().split(" ", 2);
        this.columns[i] = words[0];
        this.places[i] = words.length == 1 ? "?" : words[1];
      }
    }

    private String sql(BitSet used, int size) {
      return TEXTS.computeIfAbsent(new Shape(this, used, size), key -> text(used, size));
    }

    private String text(BitSet used, int size) {
      var names = used.stream().mapToObj(i -> columns[i]).collect(Collectors.joining(", "));
      var row = used.stream().mapToObj(i -> places[i]).collect(Collectors.joining(", ", "(", ")"));
      return "insert into tapline.%s (%s) values ".formatted(table, names)
          + String.join(",", Collections.nCopies(size, row));
    }
  }

  void add(Object... values) {
    if (values.length != layout.columns.length) {
      throw new IllegalArgumentException(values.length + " values for " + layout.table);
    }
    rows.add(values);
  }

  void write(Tx tx) throws SQLException {
    int at = 0;
    while (at < rows.size()) {
      int size = sizeFor(rows.size() - at);
      insert(tx, rows.subList(at, at + size));
      at += size;
    }
  }

  private static int sizeFor(int left) {
    for (int size : SIZES) {
      if (size <= left) {
        return size;
      }
    }
    return 1;
  }

  private void insert(Tx tx, List<Object[]> some) throws SQLException {
    var used = used(some);
    try (var statement = tx.connection().prepareStatement(layout.sql(used, some.size()))) {
      int index = 1;
      for (var values : some) {
        for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
          set(statement, index++, values[i]);
        }
      }
      statement.executeUpdate();
    }
  }

  private static BitSet used(List<Object[]> some) {
    var used = new BitSet();
    for (var values : some) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] != null) {
          used.set(i);
        }
      }
    }
    return used;
  }

  private static void set(java.sql.PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof String text) {
      statement.setString(index, text);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value instanceof Integer number) {
      statement.setInt(index, number);
    } else if (value instanceof Boolean truth) {
      statement.setBoolean(index, truth);
    } else if (value instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else if (value == null) {
      statement.setNull(index, Types.NULL);
    } else {
      throw new IllegalArgumentException("no column takes " + value);
    }
  }
}
