package io.tapline.tapdb;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A provisioned database with one tenant, for one test class. */
public final class ScratchStore implements AutoCloseable {

  static final Database.Passwords PASSWORDS =
      new Database.Passwords(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD);

  private final ScratchDatabase scratch = TestServer.database("tapdb", ScratchStore::provision);
  private final Database database = Database.provisioned(scratch.jdbcUrl(), PASSWORDS);
  private final Tenants tenants = new Tenants(database.owner());
  private final long tenant = tenants.create("acme", "Acme", List.of());
  private final HikariDataSource pool = pool(database);

  private static void provision(ScratchDatabase scratch) {
    var database =
        Database.provision(scratch.jdbcUrl(), scratch.user(), scratch.password(), PASSWORDS);
    new TestClock(database.owner()).install();
    scratch.execute("delete from tapline.cluster_life");
  }

  public Database database() {
    return database;
  }

  String jdbcUrl() {
    return scratch.jdbcUrl();
  }

  public Tenants tenants() {
    return tenants;
  }

  public long tenant() {
    return tenant;
  }

  /**
   * Through a pool, as in earnest: a connection goes from one tenant's transaction to the next
   * one's.
   */
  public TapDb serving() {
    return new TapDb(pool);
  }

  public TapDb owner() {
    return new TapDb(database.owner());
  }

  /** As the superuser, whom no wall holds: to look behind them. */
  public Connection admin() {
    return scratch.connect();
  }

  public void asAdmin(String... statements) throws SQLException {
    try (var admin = admin();
        var statement = admin.createStatement()) {
      for (var sql : statements) statement.execute(sql);
    }
  }

  /** Reads the first column of the first row as the superuser. */
  public long adminCount(String sql) throws SQLException {
    try (var admin = admin();
        var rows = admin.createStatement().executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() {
    pool.close();
    scratch.close();
  }

  private static HikariDataSource pool(Database database) {
    var pool = new HikariDataSource();
    pool.setDataSource(database.serving());
    pool.setMaximumPoolSize(40);
    pool.setMinimumIdle(0);
    return pool;
  }
}
