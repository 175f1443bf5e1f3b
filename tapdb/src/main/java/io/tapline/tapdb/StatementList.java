package io.tapline.tapdb;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/**
 * Statements that write, sent to the database together with what comes next, at the latest with the
 * commit: one trip for all of them. The database runs them in order, each seeing what those before
 * it did, and the first that fails ends the transaction.
 */
public final class StatementList {

  /** Sets the values of one statement. */
  public interface Binding extends DeferredStatement.Binding {}

  private final Tx tx;

  public StatementList(Tx tx) {
    this.tx = tx;
  }

  /**
   * @param expected how many rows it must write
   */
  public void add(String sql, Binding binding, int expected) {
    add(sql, binding, expected, false);
  }

  /**
   * An update of rows by a list of keys, as {@link Tx#updateByKeys}.
   *
   * @param expected how many rows it must write
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
