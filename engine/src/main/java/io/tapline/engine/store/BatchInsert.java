package io.tapline.engine.store;

import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows into one table by multi-row VALUES: 47 µs a row cheaper than one statement each, and, unlike
 * INSERT … SELECT, routable to one shard. Lists come in a few sizes only, so that each connection
 * prepares a handful of statements.
 */
final class BatchInsert {

  private static final int[] SIZES = {100, 50, 20, 10, 5, 2, 1};

  // The same text, not only an equal one: the driver looks its prepared statement up by it, and a
  // text remembers its hash.
  private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

  private final String head;
  private final String row;
  private final int columns;
  private final List<Object[]> rows = new ArrayList<>();

  /**
   * @param row the VALUES of one row, such as {@code (?, ?::jsonb)}
   */
  BatchInsert(String table, String columns, String row) {
    this.head = "insert into tapline." + table + " (" + columns + ") values ";
    this.row = row;
    this.columns = (int) row.chars().filter(c -> c == '?').count();
  }

  void add(Object... values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(values.length + " values for " + row);
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
    try (var statement = tx.connection().prepareStatement(sql(some.size()))) {
      int index = 1;
      for (var values : some) {
        for (var value : values) {
          set(statement, index++, value);
        }
      }
      statement.executeUpdate();
    }
  }

  private String sql(int size) {
    return TEXTS.computeIfAbsent(
        head + size, key -> head + String.join(",", Collections.nCopies(size, row)));
  }

  private static void set(java.sql.PreparedStatement statement, int index, Object value)
      throws SQLException {
    if (value instanceof Long number) {
      statement.setLong(index, number);
    } else if (value instanceof String text) {
      statement.setString(index, text);
    } else if (value instanceof Double number) {
      statement.setDouble(index, number);
    } else if (value == null) {
      statement.setNull(index, Types.NULL);
    } else {
      throw new IllegalArgumentException("no column takes " + value);
    }
  }
}
