package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The store for the serving role: transactions that belong to one tenant each. */
public final class TapDb {

  private static final String ENTER = SqlFile.load(TapDb.class, "transaction/enter_tenant");
  private static final String ENTER_AT_ONCE =
      SqlFile.load(TapDb.class, "transaction/enter_tenant_at_once");
  private static final String LEAVE = SqlFile.load(TapDb.class, "transaction/leave_tenant");
  private static final String SETTINGS = SqlFile.load(TapDb.class, "transaction/settings");

  private final DataSource serving;
  private final Templates templates;
  private final ClusterCheck cluster = new ClusterCheck();

  public TapDb(DataSource serving) {
    this.serving = serving;
    this.templates = new Templates(serving);
    cluster.onNewIncarnation(templates::forgetAll);
  }

  public Templates templates() {
    return templates;
  }

  /**
   * The listener runs when the database continues from another state, after a failover or a
   * restore: cached rows may be missing or different.
   */
  public void onNewIncarnation(Runnable forget) {
    cluster.onNewIncarnation(forget);
  }

  /** The body of a transaction. */
  public interface Work<T> {
    T in(Tx tx) throws SQLException;
  }

  /** Runs the work and commits, or rolls everything back. */
  public <T> T transaction(long tenantId, Work<T> work) {
    return run(tenantId, work, false);
  }

  /** A read-only snapshot of the tenant: all statements of the work read the same moment. */
  public <T> T snapshot(long tenantId, Work<T> work) {
    return run(tenantId, work, true);
  }

  private <T> T run(long tenantId, Work<T> work, boolean snapshot) {
    int lives = cluster.lives();
    try (var connection = connect()) {
      connection.setAutoCommit(false);
      try {
        var life = cluster.require(connection, lives);
        if (snapshot) {
          freeze(connection);
        }
        var tx = new Tx(connection, tenantId, life.softwareCode(), false);
        tx.defer(
            new DeferredStatement(
                ENTER,
                tx.binding(entering(connection, tenantId)),
                entered -> cluster.requireSame(connection, life, entered),
                false));
        var result = work.in(tx);
        tx.commit();
        return result;
      } catch (SQLException e) {
        rollback(connection, e);
        throw cluster.explain(connection, e);
      } catch (StoreException e) {
        rollback(connection, e);
        var explained = cluster.explain(connection, e.getCause());
        throw explained == e.getCause() ? e : new StoreException(explained);
      } catch (RuntimeException | Error e) {
        rollback(connection, e);
        throw e;
      } finally {
        restore(connection);
      }
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  /** Defers the statements of one trip ({@link Tx#later}). */
  public interface Trip {
    void defer(Tx tx) throws SQLException;
  }

  /**
   * Sends statements to the database in one trip, in auto-commit mode: they are one transaction,
   * which ends with the trip. Either all of them took effect or, with an exception, none of them.
   */
  public void atOnce(long tenantId, Trip trip) {
    int lives = cluster.lives();
    try (var connection = connect()) {
      try {
        connection.setAutoCommit(false);
        var life = cluster.require(connection, lives);
        connection.setAutoCommit(true);
        var tx = new Tx(connection, tenantId, life.softwareCode(), true);
        tx.defer(ENTER_AT_ONCE, Long.toString(tenantId), "force_generic_plan", life.coreTable());
        trip.defer(tx);
        tx.flushOnce();
      } catch (SQLException e) {
        beginAgain(connection, e);
        throw cluster.explain(connection, e);
      } finally {
        restore(connection);
      }
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  /** After a failed trip in auto-commit mode, which was rolled back. */
  private static void beginAgain(Connection connection, SQLException error) {
    try {
      connection.setAutoCommit(false);
    } catch (SQLException broken) {
      error.addSuppressed(broken);
    }
  }

  private Connection connect() {
    try {
      return serving.getConnection();
    } catch (SQLException e) {
      throw StoreException.notConnected(e);
    }
  }

  /**
   * Runs the work inside an open transaction of the caller, which the caller commits or rolls back.
   */
  public <T> T within(Connection callers, long tenantId, Work<T> work) throws SQLException {
    requireTransaction(callers);
    var life = cluster.requireWithin(callers);
    var own = settings(callers);
    apply(
        callers,
        ENTER,
        List.of(entering(callers, tenantId)),
        entered -> cluster.requireSame(callers, life, entered));
    var tx = new Tx(callers, tenantId, life.softwareCode(), false);
    var result = work.in(tx);
    tx.flush();
    // Restores the planner settings for later statements of the caller. After a failure the
    // rollback of the caller restores them.
    apply(callers, LEAVE, own, left -> {});
    return result;
  }

  private static void freeze(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("set transaction isolation level repeatable read, read only");
    }
  }

  /** The caller could not roll back work on a connection with autocommit. */
  public static void requireTransaction(Connection callers) throws SQLException {
    if (callers.getAutoCommit()) {
      throw new IllegalStateException(
          "the connection is in auto-commit mode; turn it off, so that the work commits with"
              + " yours");
    }
  }

  private static String[] entering(Connection connection, long tenantId) throws SQLException {
    return new String[] {Long.toString(tenantId), planning(connection)};
  }

  /**
   * Before PostgreSQL 17 a generic plan for a list of keys does not use the index (see {@link Tx}).
   */
  private static String planning(Connection connection) throws SQLException {
    return Tx.keepsPlans(connection) ? "force_generic_plan" : "auto";
  }

  private static List<String> settings(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement(SETTINGS);
        var rows = statement.executeQuery()) {
      rows.next();
      var values = new ArrayList<String>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        values.add(rows.getString(i));
      }
      return values;
    }
  }

  private static void apply(
      Connection connection, String sql, List<String> values, DeferredStatement.ResultReader reader)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setString(i + 1, values.get(i));
      }
      statement.execute();
      reader.read(statement);
    }
  }

  private static void rollback(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static void restore(Connection connection) {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      // The connection is broken; the pool detects that, and the error of the work is reported.
      return;
    }
  }
}
