package io.tapline.tapdb;

import java.sql.Connection;
import java.sql.PreparedStatement;
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

  /**
   * The level of all transactions that write: a statement that waited for a row lock must read the
   * row that the other transaction committed.
   */
  private static final String READ_COMMITTED = "read committed";

  private static final String REPEATABLE_READ = "repeatable read";

  /** The transaction could not be serialized; requests are repeated after it. */
  private static final String SERIALIZATION_FAILURE = "40001";

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
        setLevel(connection, life, snapshot);
        var tx = new Tx(connection, tenantId, life.softwareCode(), false);
        tx.defer(
            new DeferredStatement(
                ENTER,
                tx.binding(entering(connection, tenantId)),
                entered -> requireEntered(connection, life, snapshot, Entered.read(entered)),
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
        // An implicit transaction has the level of the session.
        boolean implicit = life.isolation().equals(READ_COMMITTED);
        if (implicit) {
          connection.setAutoCommit(true);
        } else {
          setLevel(connection, life, false);
        }
        var tx = new Tx(connection, tenantId, life.softwareCode(), true);
        tx.defer(ENTER_AT_ONCE, Long.toString(tenantId), "force_generic_plan", life.coreTable());
        trip.defer(tx);
        tx.flushOnce();
        if (!implicit) {
          connection.commit();
        }
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

  /** After a failed trip; one in auto-commit mode was rolled back already. */
  private static void beginAgain(Connection connection, SQLException error) {
    try {
      connection.setAutoCommit(false);
      connection.rollback();
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
        entered -> requireEnteredWithin(callers, life, Entered.read(entered)));
    var tx = new Tx(callers, tenantId, life.softwareCode(), false);
    var result = work.in(tx);
    tx.flush();
    // Restores the planner settings for later statements of the caller. After a failure the
    // rollback of the caller restores them.
    apply(callers, LEAVE, own, left -> {});
    return result;
  }

  /** The default level of the session needs no statement. */
  private static void setLevel(Connection connection, ClusterCheck.Life life, boolean snapshot)
      throws SQLException {
    if (!snapshot && life.isolation().equals(READ_COMMITTED)) {
      return;
    }
    try (var statement = connection.createStatement()) {
      statement.execute(
          "set transaction isolation level "
              + (snapshot ? REPEATABLE_READ + ", read only" : READ_COMMITTED));
    }
  }

  /** Core table and isolation level that a transaction found when it entered its tenant. */
  private record Entered(long coreTable, String isolation) {

    static Entered read(PreparedStatement entered) throws SQLException {
      try (var rows = entered.getResultSet()) {
        rows.next();
        return new Entered(rows.getLong("core_table"), rows.getString("isolation"));
      }
    }
  }

  /** The level differs if the application changed the default of its pooled session. */
  private void requireEntered(
      Connection connection, ClusterCheck.Life life, boolean snapshot, Entered entered)
      throws SQLException {
    cluster.requireSame(connection, life, entered.coreTable());
    if (!entered.isolation().equals(snapshot ? REPEATABLE_READ : READ_COMMITTED)) {
      cluster.forget(connection);
      throw new SQLException(
          "the isolation level of the session was changed to " + entered.isolation(),
          SERIALIZATION_FAILURE);
    }
  }

  private void requireEnteredWithin(Connection callers, ClusterCheck.Life life, Entered entered)
      throws SQLException {
    cluster.requireSame(callers, life, entered.coreTable());
    if (!entered.isolation().equals(READ_COMMITTED)) {
      throw new IllegalStateException(
          "the open transaction has the isolation level %s; begin it with read committed, because"
                  .formatted(entered.isolation())
              + " Tapline must read what other transactions committed while it waited for a lock");
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
