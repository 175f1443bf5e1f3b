package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.postgresql.PGStatement;

/**
 * One transaction of one tenant, and the statements that are sent in it. Statements are prepared
 * here, so that each names its tenant.
 */
public final class Tx {

  private static final int KEPT_PLANS_USE_LISTS = 17;

  /**
   * A statement whose answer nobody waits for yet: it goes with the next one.
   *
   * @param row takes each row of its answer
   */
  record Deferred(String sql, Object[] values, Row<?> row) {}

  private final Connection connection;
  private final long tenantId;
  private List<Deferred> deferred = new ArrayList<>();

  Tx(Connection connection, long tenantId) {
    this.connection = connection;
    this.tenantId = tenantId;
  }

  /** For work of the caller's own: nothing of this transaction waits to be sent any more. */
  public Connection connection() throws SQLException {
    flush();
    return connection;
  }

  Connection bare() {
    return connection;
  }

  /** Sends what waits for the next statement, if there is anything. */
  public void flush() throws SQLException {
    if (!deferred.isEmpty()) {
      var last = deferred.remove(deferred.size() - 1);
      query(last.sql(), last.row(), last.values());
    }
  }

  /** It is sent with the next statement, before it: in one trip. */
  void defer(String sql, Object... values) {
    deferred.add(new Deferred(sql, values, row -> null));
  }

  /**
   * A question whose answer is needed later: it is asked with the next statement, before it, in one
   * trip.
   */
  public void later(NamedSql sql, Row<?> row, Map<String, ?> parameters) {
    deferred.add(new Deferred(sql.text(), arguments(sql, parameters), row));
  }

  List<Deferred> takeDeferred() {
    var taken = deferred;
    deferred = new ArrayList<>();
    return taken;
  }

  int bind(PreparedStatement statement, int first, List<Deferred> before) throws SQLException {
    int next = first;
    for (var one : before) {
      for (var value : one.values()) {
        bind(statement, next++, value);
      }
    }
    return next;
  }

  /** Reads the answers of what was sent before, and comes to that of the statement itself. */
  static void read(PreparedStatement statement, List<Deferred> before) throws SQLException {
    for (var one : before) {
      rows(statement, one.row());
      statement.getMoreResults();
    }
  }

  private static <T> List<T> rows(PreparedStatement statement, Row<T> row) throws SQLException {
    try (var rows = statement.getResultSet()) {
      var found = new ArrayList<T>();
      while (rows.next()) {
        found.add(row.read(rows));
      }
      return found;
    }
  }

  public long tenantId() {
    return tenantId;
  }

  /** How one row becomes one value. */
  public interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  public <T> List<T> query(String sql, Row<T> row, Object... parameters) throws SQLException {
    var before = takeDeferred();
    try (var statement = prepare(before, sql, parameters)) {
      statement.execute();
      read(statement, before);
      return rows(statement, row);
    }
  }

  /** For a lock that others hold; then the statement fails. Until the transaction ends. */
  public void waitAtMost(long millis) {
    defer("select set_config('lock_timeout', ?, true)", millis + "ms");
  }

  /** The next identifier of the tenant's objects. */
  long drawUid() throws SQLException {
    return query(SqlFile.load(Tx.class, "uid_draw"), row -> row.getLong(1), tenantId).get(0);
  }

  public int update(String sql, Object... parameters) throws SQLException {
    var before = takeDeferred();
    try (var statement = prepare(before, sql, parameters)) {
      return update(statement, before);
    }
  }

  private static int update(PreparedStatement statement, List<Deferred> before)
      throws SQLException {
    statement.execute();
    read(statement, before);
    return Math.max(0, statement.getUpdateCount());
  }

  /** The parameter {@code tenant} is always this transaction's. */
  public <T> List<T> query(NamedSql sql, Row<T> row, Map<String, ?> parameters)
      throws SQLException {
    return query(sql.text(), row, sql.arguments(withTenant(parameters)));
  }

  /** How the database would go about it, without doing it, as JSON. */
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
   * An update of rows by a list of keys. Before PostgreSQL 17 a plan made for any list, while the
   * table was small, walks the whole index and compares; there the statement is planned anew each
   * time, for the list at hand.
   */
  public int updateByKeys(NamedSql sql, Map<String, ?> parameters) throws SQLException {
    var before = takeDeferred();
    try (var statement = prepare(before, sql.text(), sql.arguments(withTenant(parameters)))) {
      if (!keepsPlans(connection)) {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
      }
      return update(statement, before);
    }
  }

  static boolean keepsPlans(Connection connection) throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion() >= KEPT_PLANS_USE_LISTS;
  }

  private Map<String, Object> withTenant(Map<String, ?> parameters) {
    var all = new HashMap<String, Object>(parameters);
    all.put("tenant", tenantId);
    return all;
  }

  private PreparedStatement prepare(List<Deferred> before, String sql, Object... parameters)
      throws SQLException {
    var texts = new ArrayList<String>();
    before.forEach(one -> texts.add(one.sql()));
    texts.add(sql);
    var statement = connection.prepareStatement(CombinedSql.of(texts));
    try {
      int first = bind(statement, 1, before);
      for (int i = 0; i < parameters.length; i++) {
        bind(statement, first + i, parameters[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  Object[] arguments(NamedSql sql, Map<String, ?> parameters) {
    return sql.arguments(withTenant(parameters));
  }

  void bind(PreparedStatement statement, int index, Object value) throws SQLException {
    if (value instanceof Instant time) {
      statement.setObject(index, OffsetDateTime.ofInstant(time, ZoneOffset.UTC));
    } else if (value instanceof long[] numbers) {
      statement.setArray(index, connection.createArrayOf("bigint", box(numbers)));
    } else if (value instanceof Long[] numbers) {
      statement.setArray(index, connection.createArrayOf("bigint", numbers));
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
