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

/**
 * An engine on a database of its own, on real PostgreSQL: the embedded one, or the server that
 * {@code TAPLINE_TEST_DATABASE_URL} names. One per test class; a tenant per test.
 */
public final class ScratchEngine implements AutoCloseable {

  private static final Database.Passwords PASSWORDS =
      new Database.Passwords(ScratchDatabase.OWNER_PASSWORD, ScratchDatabase.SERVING_PASSWORD);

  private static final int CONNECTIONS = 40;

  private final ScratchDatabase scratch = TestServer.database();
  private final Database database;
  private final HikariDataSource pool;
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
    database = provision();
    var config = new HikariConfig();
    config.setDataSource(database.serving());
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(0);
    pool = new HikariDataSource(config);
    engine = new Engine(pool, packs);
  }

  /** What every server does when it starts; safe to repeat. */
  public Database provision() {
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
    return database.owner();
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

  /** As the superuser, past every wall: for looking, and for breaking things on purpose. */
  public Connection admin() {
    return scratch.connect();
  }

  /** Runs work in a transaction of one tenant, as the serving role. */
  public <T> T in(long tenantId, TapDb.Work<T> work) {
    return engine.tapDb().transaction(tenantId, work);
  }

  @Override
  public void close() {
    pool.close();
    scratch.close();
  }
}
