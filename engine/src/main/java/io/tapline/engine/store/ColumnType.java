package io.tapline.engine.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/** Type of a column, and the form in which its values are sent, as one value or as a list. */
enum ColumnType {
  TEXT("text", String[].class),
  BIGINT("bigint", Long[].class),
  INTEGER("integer", Integer[].class),
  BOOLEAN("boolean", Boolean[].class),
  BYTEA("bytea", byte[][].class),
  /** A code of one letter. */
  CODE("text", String[].class) {
    @Override
    String value(String of) {
      return super.value(of) + "::\"char\"";
    }

    @Override
    String cast(String of) {
      return of + "::\"char\"";
    }
  },
  JSONB("text", String[].class) {
    @Override
    String value(String of) {
      return super.value(of) + "::jsonb";
    }
  },
  /**
   * A time that a caller may set far ahead. It is sent as text, because a double holds microseconds
   * until 2242 only.
   */
  INSTANT("text", String[].class) {
    @Override
    String value(String of) {
      return super.value(of) + "::timestamptz";
    }

    @Override
    String cast(String of) {
      return of + "::timestamptz";
    }
  },
  /**
   * A time in seconds: a double holds every time until 2242 to the microsecond, and is parsed
   * faster than text.
   */
  TIMESTAMPTZ("float8", Double[].class) {
    @Override
    String value(String of) {
      return "to_timestamp(" + super.value(of) + ")";
    }
  };

  private final String sent;
  private final Class<? extends Object[]> list;

  ColumnType(String sent, Class<? extends Object[]> list) {
    this.sent = sent;
    this.list = list;
  }

  static ColumnType named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * @param of an expression, or null for a value that is sent alone
   */
  String value(String of) {
    return of == null ? "?::" + sent : of;
  }

  String list() {
    return "?::" + sent + "[]";
  }

  /** Whether the value is parsed from text: a value that all rows share is parsed once. */
  boolean parsed() {
    return this == JSONB || this == INSTANT;
  }

  /** The cast from bigint or text, which updates send. */
  String cast(String of) {
    return this == TEXT || this == BIGINT ? of : of + "::" + name().toLowerCase(Locale.ROOT);
  }

  boolean number() {
    return this == BIGINT || this == INTEGER;
  }

  void bind(PreparedStatement statement, int index, Object value) throws SQLException {
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
    } else {
      throw new IllegalArgumentException("no column takes " + value);
    }
  }

  Array array(Connection connection, Object[] values) throws SQLException {
    return connection.createArrayOf(sent, Arrays.copyOf(values, values.length, list));
  }
}
