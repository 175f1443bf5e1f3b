package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A statement that waits to be sent with those after it, in one trip to the database.
 *
 * @param byKeys whether it updates rows by a list of keys (see {@link Tx#updateByKeys})
 */
record DeferredStatement(String sql, Binding binding, ResultReader reader, boolean byKeys) {

  /** Sets the values of one statement. */
  interface Binding {
    /**
     * @param first where its values begin
     * @return where those of the next one begin
     */
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException;
  }

  /** Reads what one statement came to, which is the current result of the list that it is in. */
  interface ResultReader {
    void read(PreparedStatement list) throws SQLException;
  }
}
