package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A statement that is sent together with later ones, in one round trip.
 *
 * @param byKeys whether it updates rows by a list of keys (see {@link Tx#updateByKeys})
 */
record DeferredStatement(String sql, Binding binding, ResultReader reader, boolean byKeys) {

  interface Binding {
    /**
     * @param first index of its first value
     * @return index of the first value of the next statement
     */
    int bind(Connection connection, PreparedStatement statement, int first) throws SQLException;
  }

  /** Reads the result of one statement, which is the current result of the combined statement. */
  interface ResultReader {
    void read(PreparedStatement list) throws SQLException;
  }
}
