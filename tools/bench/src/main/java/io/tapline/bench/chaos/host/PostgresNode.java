package io.tapline.bench.chaos.host;

import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One PostgreSQL server of a run, which can be stopped in every way. */
public final class PostgresNode {

  public static final String USER = "postgres";
  public static final String PASSWORD = "chaos";
  public static final String DATABASE = "chaos";

  private static final int TIMEOUT_SECONDS = 120;
  private static final int PAUSE_MILLIS = 100;

  private final DiskSpace space;
  private final String name;
  private final Path log;
  private final int port;
  private Process process;

  public PostgresNode(DiskSpace space, String name, Path log) {
    this.space = space;
    this.name = name;
    this.log = log;
    this.port = ChildProcesses.freePort();
  }

  public String name() {
    return name;
  }

  public int port() {
    return port;
  }

  Path data() {
    return space.folder(name).resolve("data");
  }

  void create() {
    var password = space.folder(name).resolve("password");
    space.write(password, PASSWORD);
    ChildProcesses.require(
        space.postgres(
            "initdb",
            List.of(
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions")));
    space.write(
        data().resolve("pg_hba.conf"),
        "host all all 127.0.0.1/32 scram-sha-256\n"
            + "host replication all 127.0.0.1/32 scram-sha-256\n");
  }

  /** Returns when the server answers. */
  public synchronized void start() {
    if (process != null && process.isAlive()) {
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    launch();
    while (true) {
      try (var connection = connect("postgres")) {
        connection.isValid(1);
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("PostgreSQL " + name + " does not start, see " + log, e);
        }
        if (!process.isAlive()) {
          // Processes of the killed server may still use its shared memory.
          launch();
        }
        UncheckedCalls.sleep(PAUSE_MILLIS);
      }
    }
  }

  private void launch() {
    var arguments = new ArrayList<>(List.of("-D", data().toString(), "-p", "" + port));
    for (var setting :
        List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=200",
            "shared_buffers=64MB",
            "min_wal_size=64MB",
            "max_wal_size=256MB",
            "wal_keep_size=256MB",
            "wal_retrieve_retry_interval=500ms",
            "timezone=UTC",
            "client_connection_check_interval=5s")) {
      arguments.addAll(List.of("-c", setting));
    }
    var builder = new ProcessBuilder(space.postgres("postgres", arguments));
    builder.environment().keySet().removeIf(variable -> variable.startsWith("PG"));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    process = UncheckedCalls.get(builder::start);
  }

  public synchronized boolean alive() {
    return process != null && process.isAlive();
  }

  /** Ends the sessions and writes the dirty buffers. */
  public void stopFast() {
    end("INT");
  }

  /** Ends the server as a power failure does: nothing is written. */
  public void kill() {
    end("KILL");
  }

  private synchronized void end(String signal) {
    if (process == null) {
      return;
    }
    ChildProcesses.signal(signal, process.pid());
    ChildProcesses.awaitEnd(process, TIMEOUT_SECONDS);
  }

  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?connectTimeout=5",
        USER,
        PASSWORD);
  }

  /** Connects to the database of the run. */
  public Connection connect() throws SQLException {
    return connect(DATABASE);
  }

  void execute(String database, String sql) {
    try (var connection = connect(database);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
