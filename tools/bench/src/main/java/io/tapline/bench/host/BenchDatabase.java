package io.tapline.bench.host;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.postgres.EmbeddedServer;
import io.tapline.tapdb.SqlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** A database for one contender and one round; dropped when it is closed. */
public final class BenchDatabase implements AutoCloseable {

  private static final int QUIET_TRIES = 500;
  private static final int QUIET_PAUSE_MILLIS = 20;

  private final EmbeddedServer server;
  private final String name;

  private BenchDatabase(EmbeddedServer server, String name) {
    this.server = server;
    this.name = name;
  }

  /**
   * @param title any text; invalid characters of a database name are replaced
   */
  public static BenchDatabase create(BenchServer bench, String title) {
    return create(bench, title, "template0");
  }

  /**
   * A copy of a database that is prepared once per run, because preparing takes longer than
   * copying.
   *
   * @param prepare prepares the original on first use, and leaves no session open
   */
  public static BenchDatabase copy(
      BenchServer bench, String title, Consumer<BenchDatabase> prepare) {
    var original =
        bench.original(
            () -> {
              var made = create(bench, "original");
              prepare.accept(made);
              return made.name;
            });
    return create(bench, title, original);
  }

  private static BenchDatabase create(BenchServer bench, String title, String original) {
    var server = bench.postgres();
    var name = "bench_" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    execute(server, "postgres", "create database " + name + " template " + original);
    // No round starts with dirty buffers of the previous one.
    execute(server, "postgres", "checkpoint");
    return new BenchDatabase(server, name);
  }

  public String jdbcUrl() {
    return server.jdbcUrl(name);
  }

  public String jdbcUrl(String parameter) {
    var url = jdbcUrl();
    return url + (url.contains("?") ? "&" : "?") + parameter;
  }

  public String user() {
    return server.user();
  }

  public String password() {
    return server.password();
  }

  /** A pool of connections for a peer. */
  public HikariDataSource pool(int connections) {
    var config = new HikariConfig();
    // The driver combines batched inserts into multi-row ones, as its documentation recommends.
    config.setJdbcUrl(jdbcUrl("reWriteBatchedInserts=true"));
    config.setUsername(user());
    config.setPassword(password());
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }

  /** The environment variables of libpq for this database. */
  public Map<String, String> environment() {
    return Map.of(
        "PGHOST", "127.0.0.1",
        "PGPORT", Integer.toString(server.port()),
        "PGUSER", user(),
        "PGPASSWORD", password(),
        "PGDATABASE", name);
  }

  public Connection connect() throws SQLException {
    return connect(server, name);
  }

  public void execute(String sql) {
    execute(server, name, sql);
  }

  /** Prevents plans that were made for empty tables. */
  public void analyze() {
    execute("analyze");
  }

  /** Called after a large load; autovacuum would otherwise do this during the measurement. */
  public void settle() {
    execute("vacuum analyze");
    execute("checkpoint");
  }

  public PostgresUsage usage() {
    return UncheckedCalls.get(
        () -> {
          try (var admin = connect()) {
            return PostgresUsage.read(admin);
          }
        });
  }

  /**
   * The number of B-tree entries that the whole server wrote between two points.
   *
   * @return null when the log of that time is gone, or PostgreSQL has no pg_walinspect
   */
  public Long indexEntries(PostgresUsage before, PostgresUsage after) {
    try (var admin = connect()) {
      return after.indexEntriesSince(before, admin);
    } catch (SQLException e) {
      return null;
    }
  }

  /** Bytes on disk of all tables of Tapline with their indexes. */
  public long diskBytes() {
    return count(SqlFile.load(BenchDatabase.class, "postgres/disk"));
  }

  /**
   * Processor time of all open sessions of this database, in nanoseconds.
   *
   * @return null if the system does not provide it
   */
  public Long sessionNanos() {
    long nanos = 0;
    for (var pid : text(SqlFile.load(BenchDatabase.class, "postgres/sessions")).split(",")) {
      var one = CpuTime.exactNanos(Long.parseLong(pid));
      if (one == null) {
        return null;
      }
      nanos += one;
    }
    return nanos;
  }

  /** The processor time of PostgreSQL and of its clients so far. */
  public CpuTime cpu() {
    return CpuTime.now(postmaster());
  }

  /** The first line of postmaster.pid in the data directory is the pid. */
  private long postmaster() {
    var file = Path.of(text("show data_directory")).resolve("postmaster.pid");
    return Long.parseLong(UncheckedCalls.get(() -> Files.readAllLines(file)).get(0).strip());
  }

  public long count(String sql) {
    return Long.parseLong(text(sql));
  }

  private String text(String sql) {
    try (var admin = connect();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session publishes its statistics when it ends; the figures are incomplete before that. */
  public void awaitNoSessions() {
    var sessions =
        "select count(*) from pg_stat_activity where datname = current_database()"
            + " and backend_type = 'client backend' and pid <> pg_backend_pid()";
    for (int i = 0; i < QUIET_TRIES; i++) {
      if (count(sessions) == 0) {
        return;
      }
      UncheckedCalls.sleep(QUIET_PAUSE_MILLIS);
    }
    throw new IllegalStateException("sessions of " + name + " do not end");
  }

  @Override
  public void close() {
    execute(server, "postgres", "drop database " + name + " with (force)");
  }

  private static void execute(EmbeddedServer server, String database, String sql) {
    try (var admin = connect(server, database);
        var statement = admin.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static Connection connect(EmbeddedServer server, String database) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), server.password());
  }
}
