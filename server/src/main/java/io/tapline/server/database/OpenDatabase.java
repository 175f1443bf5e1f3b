package io.tapline.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import io.tapline.postgres.EmbeddedServer;
import io.tapline.postgres.EmbeddedServerException;
import io.tapline.postgres.PostmasterListener;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.database.ServingPools.LentConnections;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.DurabilityCheck;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TestClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database of a running server: embedded or external, migrated, with its connection pools. */
public final class OpenDatabase implements AutoCloseable {

  /** The database inside the embedded PostgreSQL. */
  private static final String NAME = "tapline";

  /** Upkeep has few tasks, and each uses one connection at a time. */
  private static final int OWNER_CONNECTIONS = 4;

  /** The minimum that Hikari permits. */
  private static final Duration OWNER_IDLE = Duration.ofSeconds(10);

  private static final String DUPLICATE_DATABASE = "42P04";
  private static final String NO_SUCH_DATABASE = "3D000";

  private static final String WRONG_PASSWORD = "28P01";

  private static final String POOLER =
      "a connection pooler mixes the prepared statements of its clients; add"
          + " prepareThreshold=0 to the URL (...?prepareThreshold=0), or run the pooler in"
          + " session mode";

  private static final String ROLE_SETTINGS =
      " (TAPLINE_OWNER_PASSWORD and TAPLINE_SERVING_PASSWORD; TAPLINE_OWNER_USER and"
          + " TAPLINE_SERVING_USER)";

  private final EmbeddedServer embedded;
  private final EmbeddedUpkeep upkeep = new EmbeddedUpkeep();
  private final DatabaseLogin login;
  private final Database database;
  private final OpenedConnections opened;
  private final HikariDataSource health;
  private final HikariDataSource owner;
  private final LentConnections lent = new LentConnections();
  private final ServingPools serving;
  private final Database.Passwords passwords;
  private final String servingRole;

  private OpenDatabase(
      EmbeddedServer embedded,
      DatabaseLogin login,
      Database database,
      OpenedConnections opened,
      int connections,
      HikariDataSource health,
      HikariDataSource owner,
      Database.Passwords passwords,
      String servingRole) {
    this.passwords = passwords;
    this.servingRole = servingRole;
    this.embedded = embedded;
    this.login = login;
    this.database = database;
    this.opened = opened;
    this.health = health;
    this.owner = owner;
    this.serving = new ServingPools(opened, connections, lent);
    if (embedded != null) {
      embedded.keepUp(upkeep);
    }
  }

  /**
   * @param given an external PostgreSQL; null for the embedded one
   * @throws StartupRefused with one sentence, when it cannot be used
   */
  public static OpenDatabase open(ServerOptions options, DatabaseLogin given) {
    if (given != null) {
      return open(null, given, options);
    }
    EmbeddedServer embedded;
    try {
      embedded = EmbeddedServer.start(options.data().resolve("postgres"));
    } catch (EmbeddedServerException e) {
      throw new StartupRefused(e.getMessage(), e);
    }
    try {
      make(embedded);
      var login = new DatabaseLogin(embedded.jdbcUrl(NAME), embedded.user(), embedded.password());
      return open(embedded, login, options);
    } catch (RuntimeException e) {
      embedded.close();
      throw e;
    }
  }

  private static OpenDatabase open(
      EmbeddedServer embedded, DatabaseLogin login, ServerOptions options) {
    try {
      var passwords = passwords(embedded, login, options);
      var database =
          Database.provision(
              login.jdbcUrl(),
              login.user(),
              login.password(),
              options.roleNames(),
              passwords,
              true);
      requireDurable(database, options);
      prepareClock(database, options);
      var opened = new OpenedConnections(database.serving(ServingLimits.SOCKET_SECONDS));
      return new OpenDatabase(
          embedded,
          login,
          database,
          opened,
          options.connections(),
          healthPool(database),
          ownerPool(database),
          passwords,
          options.roleNames().serving());
    } catch (StoreException e) {
      throw refusal(login, e);
    }
  }

  private static Database.Passwords passwords(
      EmbeddedServer embedded, DatabaseLogin login, ServerOptions options) {
    if (options.passwords() != null) {
      return options.passwords();
    }
    return embedded == null
        ? Database.Passwords.derivedFrom(login.password())
        : Database.Passwords.derivedFromRandom(login.password());
  }

  private static StartupRefused refusal(DatabaseLogin login, StoreException e) {
    return new StartupRefused(
        "The database at " + login.place() + " cannot be used: " + reason(e) + ".", e);
  }

  /**
   * Explains a database fault later in the start in one sentence if its cause is known.
   *
   * @return the refusal, or the fault itself
   */
  public RuntimeException explain(StoreException e) {
    return e.worded() || e.isOfPooler() ? refusal(login, e) : e;
  }

  private static String reason(StoreException e) {
    if (e.isOfPooler()) {
      return POOLER;
    }
    var text = NO_SUCH_DATABASE.equals(e.sqlState()) ? "it does not exist" : e.getMessage();
    if (WRONG_PASSWORD.equals(e.sqlState())) {
      text += ROLE_SETTINGS;
    }
    // Flyway puts the whole URL into its messages.
    var first = text.lines().findFirst().orElse("no reason was given").strip();
    var line = DatabaseLogin.withoutOptions(first);
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private static void requireDurable(Database database, ServerOptions options) {
    var weak = DurabilityCheck.weaknesses(database.serving());
    if (!weak.isEmpty() && !options.acceptWeakDurability()) {
      throw new StartupRefused(
          "The database may lose acknowledged changes ("
              + String.join(", ", weak)
              + "): turn these settings on, or accept the risk with --accept-weak-durability.");
    }
  }

  private static void prepareClock(Database database, ServerOptions options) {
    var clock = new TestClock(database.owner());
    if (options.testClock()) {
      clock.install();
    } else {
      clock.remove();
    }
  }

  private static void make(EmbeddedServer embedded) {
    try (var connection =
            DriverManager.getConnection(
                embedded.jdbcUrl("postgres"), embedded.user(), embedded.password());
        var statement = connection.createStatement()) {
      statement.execute("create database " + NAME);
    } catch (SQLException e) {
      if (!DUPLICATE_DATABASE.equals(e.getSQLState())) {
        throw new StoreException(e);
      }
    }
  }

  /** Opens connections on demand only, and closes idle ones. */
  private static HikariDataSource healthPool(Database database) {
    var config = new HikariConfig();
    config.setPoolName("tapline-health");
    config.setDataSource(database.serving(ServingLimits.HEALTH_SOCKET_SECONDS));
    config.setMaximumPoolSize(ServingLimits.HEALTH_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(ServingLimits.HEALTH_PATIENCE_MILLIS);
    config.setValidationTimeout(ServingLimits.HEALTH_PATIENCE_MILLIS - 1_000);
    config.setInitializationFailTimeout(-1);
    ServingLimits.apply(config);
    return new HikariDataSource(config);
  }

  /**
   * A start runs about thirty short owner transactions, and opening a connection costs PostgreSQL
   * more than any of them. Opens connections on demand only, and closes idle ones soon.
   */
  private static HikariDataSource ownerPool(Database database) {
    var config = new HikariConfig();
    config.setPoolName("tapline-owner");
    config.setDataSource(database.owner());
    config.setMaximumPoolSize(OWNER_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(OWNER_IDLE.toMillis());
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  /** Connections as the serving role, from a pool for each kind of request. */
  public DataSource serving() {
    return serving;
  }

  /** A small separate pool for health checks. */
  public DataSource health() {
    return health;
  }

  /** Whether the database answers a minimal statement within a few seconds. */
  public boolean answers() {
    try (var connection = health.getConnection();
        var statement = connection.createStatement()) {
      return statement.execute("select 1");
    } catch (SQLException e) {
      return false;
    }
  }

  /** Records the metrics of the pools that serve requests with this factory. */
  public void measure(MetricsTrackerFactory figures) {
    serving.measure(figures);
  }

  /** Connections as the serving role outside the pool, for threads that keep one permanently. */
  public DataSource single() {
    return new AbortableSource(database.serving(ServingLimits.SOCKET_SECONDS), lent);
  }

  /** A few connections as the owner, for upkeep only. */
  public DataSource owner() {
    return new AbortableSource(owner, lent);
  }

  /** Aborts every connection that is in use or being validated, and gives out no new one. */
  public void abort() {
    lent.abort();
    opened.abort();
  }

  /** Whether the embedded PostgreSQL has ended unexpectedly and is not available again yet. */
  public boolean embeddedDown() {
    return upkeep.down();
  }

  /** Completes with the reason when the embedded PostgreSQL cannot be restarted. */
  public CompletableFuture<String> lost() {
    return upkeep.lost();
  }

  /** The version of its schema. */
  public Database.Schema schema() {
    return database.schema();
  }

  /** The migrations of this start. */
  public Database.Migrated migrated() {
    return database.migrated();
  }

  public boolean isEmbedded() {
    return embedded != null;
  }

  /** All servers on one database share it; null for a role that logs in without a password. */
  public String servingPassword() {
    return passwords.serving();
  }

  /** The location, for messages. */
  public String place() {
    return embedded == null
        ? login.place() + " as " + servingRole
        : embedded.directory() + " (embedded PostgreSQL, port " + embedded.port() + ")";
  }

  /**
   * Closes the pools only. Hikari waits for connections that are being opened, so this may take
   * time.
   */
  public void closePools() {
    abort();
    health.close();
    owner.close();
    serving.close();
  }

  /** Stops the embedded PostgreSQL, if there is one. */
  public void stopEmbedded() {
    if (embedded != null) {
      embedded.close();
    }
  }

  @Override
  public void close() {
    closePools();
    stopEmbedded();
  }

  /**
   * Connections outside the request pool, which a stopping server can abort like those of the pool.
   */
  private static final class AbortableSource extends DelegatingSource {

    private final DataSource single;
    private final LentConnections lent;

    AbortableSource(DataSource single, LentConnections lent) {
      super(single);
      this.single = single;
      this.lent = lent;
    }

    @Override
    public Connection getConnection() throws SQLException {
      return lent.lend(lent.await(single::getConnection), () -> {});
    }
  }

  /** The state of the embedded PostgreSQL after its start, unless the server stopped it. */
  private static final class EmbeddedUpkeep implements PostmasterListener {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedUpkeep.class);

    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private volatile boolean down;

    /** Whether it has ended and is not available again yet. */
    boolean down() {
      return down;
    }

    /** Completes with the reason when it cannot be restarted. */
    CompletableFuture<String> lost() {
      return lost;
    }

    @Override
    public void ended() {
      down = true;
      LOG.error("the embedded PostgreSQL has ended; the server restarts it");
    }

    @Override
    public void startedAgain() {
      down = false;
      LOG.warn("the embedded PostgreSQL answers again; no acknowledged request was lost");
    }

    @Override
    public void givenUp(String why) {
      LOG.error("{}; the server stops", why);
      lost.complete(why);
    }
  }

  /**
   * The connections that a pool has opened, lent or not. The pool validates an idle connection
   * before it lends it; during that wait, {@link LentConnections} has no connection to abort.
   */
  private static final class OpenedConnections extends DelegatingSource {

    private final DataSource source;
    private final Set<Connection> opened = ConcurrentHashMap.newKeySet();

    OpenedConnections(DataSource source) {
      super(source);
      this.source = source;
    }

    @Override
    public Connection getConnection() throws SQLException {
      var connection = source.getConnection();
      opened.removeIf(OpenedConnections::closed);
      opened.add(connection);
      return connection;
    }

    /** Aborts all, and every wait for an answer on one of them. */
    void abort() {
      opened.forEach(LentConnections::abort);
    }

    private static boolean closed(Connection connection) {
      try {
        return connection.isClosed();
      } catch (SQLException e) {
        return true;
      }
    }
  }
}
