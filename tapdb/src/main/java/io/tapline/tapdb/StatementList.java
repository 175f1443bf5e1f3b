package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.PGStatement;

/**
 * Statements that write, sent to the database together: one trip for all of them. The database runs
 * them in order, each seeing what those before it did, and the first that fails ends the list.
 */
public final class StatementList {

  /** Sets the values of one statement. */
  public interface Binding {
    /**
     * @param first where its values begin
     * @return where those of the next one begin
     */
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException;
  }

  private final Tx tx;
  private final List<String> texts = new ArrayList<>();
  private final List<Binding> bindings = new ArrayList<>();
  private final List<Integer> rows = new ArrayList<>();
  private boolean byKeys;

  public StatementList(Tx tx) {
    this.tx = tx;
  }

  /**
   * @param expected how many rows it must write
   */
  public void add(String sql, Binding binding, int expected) {
    texts.add(sql);
    bindings.add(binding);
    rows.add(expected);
  }

  /**
   * An update of rows by a list of keys, as {@link Tx#updateByKeys}.
   *
   * @param expected how many rows it must write
   */
  public void updateByKeys(NamedSql sql, Map<String, ?> parameters, int expected) {
    byKeys = true;
    var values = tx.arguments(sql, parameters);
    add(
        sql.text(),
        (connection, statement, first) -> {
          for (int i = 0; i < values.length; i++) {
            tx.bind(statement, first + i, values[i]);
          }
          return first + values.length;
        },
        expected);
  }

  /** Sends what was added since the last time. */
  public void send() throws SQLException {
    if (texts.isEmpty()) {
      return;
    }
    var before = tx.takeDeferred();
    var all = new ArrayList<String>();
    before.forEach(deferred -> all.add(deferred.sql()));
    all.addAll(texts);
    var connection = tx.bare();
    try (var statement = connection.prepareStatement(CombinedSql.of(all))) {
      if (byKeys && !Tx.keepsPlans(connection)) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      int next = tx.bind(statement, 1, before);
      for (var binding : bindings) {
        next = binding.bind(connection, statement, next);
      }
      statement.execute();
      Tx.read(statement, before);
      check(statement);
    }
    texts.clear();
    bindings.clear();
    rows.clear();
    byKeys = false;
  }

  private void check(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < rows.size(); i++) {
      int written = statement.getUpdateCount();
      if (written != rows.get(i)) {
        throw new IllegalStateException(
            "wrote " + written + " rows of " + rows.get(i) + ": " + texts.get(i));
      }
      statement.getMoreResults();
    }
  }
}
