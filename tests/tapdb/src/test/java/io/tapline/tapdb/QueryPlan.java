package io.tapline.tapdb;

import java.sql.SQLException;

/** The plan of a statement of the serving role in one tenant. */
final class QueryPlan {

  private QueryPlan() {}

  static String explain(Tx tx, String sql, Object... parameters) throws SQLException {
    return String.join("\n", tx.query("explain " + sql, row -> row.getString(1), parameters));
  }
}
