package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGStatement;

/**
 * One transaction of one tenant, and the statements that are sent in it. Statements are prepared
 * here, so that each names its tenant.
 */
public final class Tx {

  private static final String DRAW_UID = SqlFile.load(Tx.class, "transaction/uid_draw");

  private static final int KEPT_PLANS_USE_LISTS = 17;

  // One text object per list of statements: the driver looks up a prepared statement by its text,
  // and a string caches its hash.
  private static final Map<List<String>, String> TRIPS = new ConcurrentHashMap<>();

  /** The types that the driver gives to values of these classes. */
  private static final Map<Class<?>, String> NULL_TYPES =
      Map.of(
          Long.class, "int8",
          Integer.class, "int4",
          Boolean.class, "bool",
          byte[].class, "bytea",
          Instant.class, "timestamptz",
          String.class, "varchar");

  private final Connection connection;
  private final long tenantId;

  /** Null in a transaction of the owner that writes no evidence. */
  private final Integer softwareCode;

  /** Whether the transaction ends with its first trip ({@link TapDb#atOnce}). */
  private final boolean atOnce;

  private final List<DeferredStatement> deferred = new ArrayList<>();

  /** Whether a deferred statement is a write. */
  private boolean writeDeferred;

  private boolean flushed;

  private boolean rollsBack;

  Tx(Connection connection, long tenantId) {
    this(connection, tenantId, null, false);
  }

  Tx(Connection connection, long tenantId, Integer softwareCode, boolean atOnce) {
    this.connection = connection;
    this.tenantId = tenantId;
    this.softwareCode = softwareCode;
    this.atOnce = atOnce;
  }

  /**
   * This build in evidence: the code of {@link BuildVersion#text()} in the database, which is read
   * with the identity of the database and is valid as long as that.
   */
  public int softwareCode() {
    return softwareCode;
  }

  /** The connection for statements of the caller; sends all deferred statements first. */
  public Connection connection() throws SQLException {
    flush();
    return connection;
  }

  /** Sends all deferred statements in one round trip. */
  public void flush() throws SQLException {
    if (deferred.isEmpty()) {
      return;
    }
    var statements = List.copyOf(deferred);
    deferred.clear();
    flushed = true;
    writeDeferred = false;
    var text = combined(statements.stream().map(DeferredStatement::sql).toList());
    try (var list = connection.prepareStatement(text)) {
      var driver = list.unwrap(PGStatement.class);
      if (statements.stream().anyMatch(DeferredStatement::byKeys) && !keepsPlans(connection)) {
        driver.setPrepareThreshold(0);
      } else if (atOnce && driver.getPrepareThreshold() > 0) {
        // Planning takes longer than all the rest: the first plan is kept.
        driver.setPrepareThreshold(1);
      }
      int next = 1;
      for (var statement : statements) {
        next = statement.binding().bind(connection, list, next);
      }
      list.execute();
      for (var statement : statements) {
        statement.reader().read(list);
        list.getMoreResults();
      }
    }
  }

  /** Several statements as one text, sent in one round trip. */
  private static String combined(List<String> statements) {
    return statements.size() == 1
        ? statements.get(0)
        : TRIPS.computeIfAbsent(List.copyOf(statements), all -> String.join(";\n", all));
  }

  /** Sends the only trip of a transaction that ends with it. */
  void flushOnce() throws SQLException {
    if (flushed) {
      throw new IllegalStateException("a statement was sent before the others of its trip");
    }
    flush();
  }

  void defer(DeferredStatement statement) {
    deferred.add(statement);
  }

  /** Sends the statement before the next one, in one round trip. */
  void defer(String sql, Object... values) {
    defer(new DeferredStatement(sql, binding(values), list -> {}, false));
  }

  /** Sends a query before the next statement, in one round trip; its result is read then. */
  public void later(NamedSql sql, Row<?> row, Map<String, ?> parameters) {
    later(sql.text(), row, arguments(sql, parameters));
  }

  /** Adds one row to the result of a query. */
  public interface RowCollector<T> {
    void add(T result, ResultSet row) throws SQLException;
  }

  /**
   * Sends a query before the next statement, in one round trip.
   *
   * @param result an empty result, to which each row is added
   */
  public <T> Deferred<T> later(
      NamedSql sql, T result, RowCollector<T> collector, Map<String, ?> parameters) {
    var deferred = new Deferred<>(this, result);
    defer(
        new DeferredStatement(
            sql.text(),
            binding(arguments(sql, parameters)),
            list -> {
              readRows(
                  list,
                  row -> {
                    collector.add(result, row);
                    return null;
                  });
              deferred.complete();
            },
            false));
    return deferred;
  }

  /**
   * Sends a query with named parameters and further values before the next statement. The places of
   * the further values follow those of the named parameters.
   */
  public void later(
      NamedSql sql, Row<?> row, Map<String, ?> parameters, StatementList.Binding further) {
    var named = binding(arguments(sql, parameters));
    defer(
        new DeferredStatement(
            sql.text(),
            (own, list, first) -> further.bind(own, list, named.bind(own, list, first)),
            list -> readRows(list, row),
            false));
  }

  private void later(String sql, Row<?> row, Object... values) {
    defer(new DeferredStatement(sql, binding(values), list -> readRows(list, row), false));
  }

  private static void readRows(PreparedStatement list, Row<?> row) throws SQLException {
    try (var rows = list.getResultSet()) {
      while (rows.next()) {
        row.read(rows);
      }
    }
  }

  DeferredStatement.Binding binding(Object[] values) {
    return (connection, list, first) -> {
      for (int i = 0; i < values.length; i++) {
        bind(list, first + i, values[i]);
      }
      return first + values.length;
    };
  }

  /** Defers a writing statement until the next statement, at the latest until before the commit. */
  void deferWrite(DeferredStatement statement) {
    writeDeferred = true;
    defer(statement);
  }

  /**
   * The commit is a separate round trip: the row counts of the last writes are checked first. A
   * deferred query without a write is not sent any more.
   */
  void commit() throws SQLException {
    if (rollsBack) {
      connection.rollback();
      return;
    }
    if (writeDeferred) {
      flush();
    }
    connection.commit();
  }

  /**
   * Makes {@link TapDb#transaction} end with a rollback. The result of the work is returned
   * nevertheless.
   */
  public void rollBack() {
    rollsBack = true;
  }

  public long tenantId() {
    return tenantId;
  }

  /**
   * An array of one element, of which the element is bound. A null has the type of the array: the
   * same statement is prepared once for all values.
   */
  public record OnlyElement(Object[] array) {}

  /** Maps one row to one value. */
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  public <T> List<T> query(String sql, Row<T> row, Object... parameters) throws SQLException {
    var found = new ArrayList<T>();
    later(sql, result -> found.add(row.read(result)), parameters);
    flush();
    return found;
  }

  /**
   * Sets the lock time-out until the end of the transaction; a statement that waits longer fails.
   */
  public void waitAtMost(long millis) {
    defer("select set_config('lock_timeout', ?, true)", millis + "ms");
  }

  /** Draws the next uid of the tenant. */
  long drawUid() throws SQLException {
    return query(DRAW_UID, row -> row.getLong(1), tenantId).get(0);
  }

  public int update(String sql, Object... parameters) throws SQLException {
    return update(sql, false, parameters);
  }

  private int update(String sql, boolean byKeys, Object... parameters) throws SQLException {
    var count = new int[1];
    defer(
        new DeferredStatement(
            sql,
            binding(parameters),
            list -> count[0] = Math.max(0, list.getUpdateCount()),
            byKeys));
    flush();
    return count[0];
  }

  /** The parameter {@code tenant} is always that of this transaction. */
  public <T> List<T> query(NamedSql sql, Row<T> row, Map<String, ?> parameters)
      throws SQLException {
    return query(sql.text(), row, sql.arguments(withTenant(parameters)));
  }

  /** The plan of the statement as JSON, without running it. */
  public String explain(NamedSql sql, Map<String, ?> parameters) throws SQLException {
    return query(
            "explain (format json) " + sql.text(),
            row -> row.getString(1),
            sql.arguments(withTenant(parameters)))
        .get(0);
  }

  public int update(NamedSql sql, Map<String, ?> parameters) throws SQLException {
    return update(sql.text(), sql.arguments(withTenant(parameters)));
  }

  /**
   * An update of rows by a list of keys. Before PostgreSQL 17 a generic plan from a time when the
   * table was small scans the whole index; there the statement is planned anew each time, for the
   * given list.
   */
  public int updateByKeys(NamedSql sql, Map<String, ?> parameters) throws SQLException {
    return update(sql.text(), true, arguments(sql, parameters));
  }

  static boolean keepsPlans(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion() >= KEPT_PLANS_USE_LISTS;
  }

  private Map<String, Object> withTenant(Map<String, ?> parameters) {
    var all = new HashMap<String, Object>(parameters);
    all.put("tenant", tenantId);
    return all;
  }

  Object[] arguments(NamedSql sql, Map<String, ?> parameters) {
    return sql.arguments(withTenant(parameters));
  }

  void bind(PreparedStatement statement, int index, Object value) throws SQLException {
    if (value == null && atOnce) {
      // The driver asks for the types of such a statement, and then ends the trip in front of it.
      throw new IllegalArgumentException("a null without a type, in the only trip");
    } else if (value instanceof OnlyElement only && only.array()[0] == null) {
      var type = only.array().getClass().getComponentType();
      statement.setNull(index, Types.OTHER, NULL_TYPES.get(type));
    } else if (value instanceof OnlyElement only) {
      bind(statement, index, only.array()[0]);
    } else if (value instanceof Instant time) {
      statement.setObject(index, OffsetDateTime.ofInstant(time, ZoneOffset.UTC));
    } else if (value instanceof long[] numbers) {
      statement.setArray(index, connection.createArrayOf("bigint", box(numbers)));
    } else if (value instanceof Long[] numbers) {
      statement.setArray(index, connection.createArrayOf("bigint", numbers));
    } else if (value instanceof Integer[] numbers) {
      statement.setArray(index, connection.createArrayOf("integer", numbers));
    } else if (value instanceof Boolean[] truths) {
      statement.setArray(index, connection.createArrayOf("boolean", truths));
    } else if (value instanceof Character[] codes) {
      statement.setArray(index, connection.createArrayOf("char", codes));
    } else if (value instanceof byte[][] bytes) {
      statement.setArray(index, connection.createArrayOf("bytea", bytes));
    } else if (value instanceof Instant[] times) {
      var texts = new String[times.length];
      for (int i = 0; i < times.length; i++) {
        texts[i] = times[i] == null ? null : TimeText.of(times[i]);
      }
      statement.setArray(index, connection.createArrayOf("timestamptz", texts));
    } else if (value instanceof String[] texts) {
      statement.setArray(index, connection.createArrayOf("text", texts));
    } else {
      statement.setObject(index, value);
    }
  }

  private static Long[] box(long[] numbers) {
    var boxed = new Long[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      boxed[i] = numbers[i];
    }
    return boxed;
  }
}
