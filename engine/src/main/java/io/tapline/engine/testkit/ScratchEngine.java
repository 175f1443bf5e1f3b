package io.tapline.engine.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.engine.Engine;
import io.tapline.engine.domain.DomainPack;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.TapDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An engine on a database of its own, on real PostgreSQL: the embedded one, or the server that
 * {@code TAPLINE_TEST_DATABASE_URL} names. One per test class; a tenant per test.
 */
public final class ScratchEngine implements AutoCloseable {

  private static final Database.Passwords PASSWORDS =
      new Database.Passwords(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD);

  private static final int CONNECTIONS = 40;

  /** Of those who do not work through the engine. */
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
   * @param connections the most that its pool opens
   */
  public ScratchEngine(int connections) {
    this(connections, List.of());
  }

  /**
   * @param packs whose templates and queues every tenant gets, and whose actions can be asked for
   */
  public ScratchEngine(int connections, List<? extends DomainPack> packs) {
    var database = Database.provisioned(scratch.jdbcUrl(), PASSWORDS);
    pool = pool(database.serving(), connections);
    owner = pool(database.owner(), FEW);
    onlooker = pool(superuser(scratch), FEW);
    engine = new Engine(pool, packs);
  }

  // Tests make many short visits, and a new connection costs more than most of them.
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

  /** What every server does when it starts; safe to repeat. */
  public Database provision() {
    return provision(scratch);
  }

  private static void original(ScratchDatabase scratch) {
    provision(scratch);
    withoutLife(scratch);
  }

  /**
   * For a database that others are copied from: a copy has an identity of its own, so it would
   * begin a new life with identifiers far ahead.
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

  /** The pool of the engine: connects as the serving role. */
  public DataSource serving() {
    return pool;
  }

  /** Connects as the role that migrates and makes tenants. */
  public DataSource owner() {
    return owner;
  }

  public ScratchDatabase scratch() {
    return scratch;
  }

  /** A new tenant with the engine's templates, and people to act in it. */
  public TestTenant tenant() {
    return new TestTenant(this);
  }

  /** Moves the one clock of the database forward. */
  public void advance(Duration by) {
    try (var connection = owner().getConnection();
        var statement = connection.prepareStatement("select tapline.advance_clock(?)")) {
      statement.setDouble(1, by.toNanos() / 1e9);
      statement.execute();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the superuser, past every wall, to break things on purpose: a connection of its own. */
  public Connection admin() {
    return scratch.connect();
  }

  /** As the superuser, past every wall, to look only: it is used again as it is left. */
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
