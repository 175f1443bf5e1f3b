package io.tapline.tapdb;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/**
 * Writing statements, sent to the database together with the next statement, at the latest before
 * the commit: one round trip for all of them. The database runs them in order, each with the
 * effects of the earlier ones, and the first failure ends the transaction.
 */
public final class StatementList {

  public interface Binding extends DeferredStatement.Binding {}

  private final Tx tx;

  public StatementList(Tx tx) {
    this.tx = tx;
  }

  /**
   * @param expected number of rows that it must write
   */
  public void add(String sql, Binding binding, int expected) {
    add(sql, binding, expected, false);
  }

  /**
   * An update of rows by a list of keys, like {@link Tx#updateByKeys}.
   *
   * @param expected number of rows that it must write
   */
  public void updateByKeys(NamedSql sql, Map<String, ?> parameters, int expected) {
    add(sql.text(), tx.binding(tx.arguments(sql, parameters)), expected, true);
  }

  private void add(String sql, DeferredStatement.Binding binding, int expected, boolean byKeys) {
    tx.deferWrite(
        new DeferredStatement(sql, binding, list -> requireWritten(list, expected, sql), byKeys));
  }

  private static void requireWritten(PreparedStatement list, int expected, String sql)
      throws SQLException {
    int written = list.getUpdateCount();
    if (written != expected) {
      throw new IllegalStateException("wrote " + written + " rows of " + expected + ": " + sql);
    }
  }
}
