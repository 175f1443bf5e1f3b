package io.tapline.testkit.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.engine.Engine;
import io.tapline.engine.domain.DomainPack;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TestClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An engine on its own database on real PostgreSQL: the embedded one, or the server in {@code
 * TAPLINE_TEST_DATABASE_URL}. Use one per test class and a tenant per test.
 */
public final class ScratchEngine implements AutoCloseable {

  private static final Database.Passwords PASSWORDS =
      new Database.Passwords(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD);

  private static final int CONNECTIONS = 40;

  /** The size of the pools that do not serve the engine. */
  private static final int FEW = 4;

  private final ScratchDatabase scratch = TestServer.database("tapdb", ScratchEngine::original);
  private final HikariDataSource pool;
  private final HikariDataSource owner;
  private final HikariDataSource onlooker;
  private final Engine engine;

  public ScratchEngine() {
    this(CONNECTIONS);
  }

  /**
   * @param connections the maximum size of the pool
   */
  public ScratchEngine(int connections) {
    this(connections, List.of());
  }

  /**
   * @param packs the packs whose templates and queues every tenant gets and whose actions are
   *     available
   */
  public ScratchEngine(int connections, List<? extends DomainPack> packs) {
    var database = Database.provisioned(scratch.jdbcUrl(), PASSWORDS);
    pool = pool(database.serving(), connections);
    owner = pool(database.owner(), FEW);
    onlooker = pool(superuser(scratch), FEW);
    engine = new Engine(pool, packs);
  }

  // Tests use many short connections, and opening one costs more than most of them.
  private static HikariDataSource pool(DataSource source, int connections) {
    var config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  private static DataSource superuser(ScratchDatabase scratch) {
    var source = new PGSimpleDataSource();
    source.setUrl(scratch.jdbcUrl());
    source.setUser(scratch.user());
    source.setPassword(scratch.password());
    return source;
  }

  /** Repeats the provisioning of a server start, which is idempotent. */
  public Database provision() {
    return provision(scratch);
  }

  private static void original(ScratchDatabase scratch) {
    new TestClock(provision(scratch).owner()).install();
    withoutLife(scratch);
  }

  /**
   * For a database that others are copied from: a copy has its own identity, so it would begin a
   * new life with identifiers far ahead.
   */
  public static void withoutLife(ScratchDatabase original) {
    original.execute("delete from tapline.cluster_life");
  }

  private static Database provision(ScratchDatabase scratch) {
    return Database.provision(scratch.jdbcUrl(), scratch.user(), scratch.password(), PASSWORDS);
  }

  public Engine engine() {
    return engine;
  }

  /** The pool of the engine, as the serving role. */
  public DataSource serving() {
    return pool;
  }

  /** Connects as the role that migrates and creates tenants. */
  public DataSource owner() {
    return owner;
  }

  public ScratchDatabase scratch() {
    return scratch;
  }

  /** A new tenant with the templates of the engine, and callers in it. */
  public TestTenant tenant() {
    return new TestTenant(this);
  }

  /** Advances the clock of the database. */
  public void advance(Duration by) {
    new TestClock(owner()).advance(by, "test");
  }

  /** A new superuser connection without row security, for tests that damage data. */
  public Connection admin() {
    return scratch.connect();
  }

  /** A pooled superuser connection without row security, for reads only: its state is kept. */
  public Connection onlooker() {
    try {
      return onlooker.getConnection();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot connect to " + scratch.jdbcUrl(), e);
    }
  }

  /** Runs work in a transaction of one tenant, as the serving role. */
  public <T> T in(long tenantId, TapDb.Work<T> work) {
    return engine.tapDb().transaction(tenantId, work);
  }

  @Override
  public void close() {
    pool.close();
    owner.close();
    onlooker.close();
    scratch.close();
  }
}
