package io.tapline.bench.chaos.host;

import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL and its standby. A commit is acknowledged when the standby has it on disk too, so a
 * failover loses no acknowledged commit; between a failover and the end of the next copy there is
 * no standby, and commits do not wait for one.
 */
public final class PostgresPair implements AutoCloseable {

  private static final String SYNC_FILE = "chaos-sync.conf";
  private static final long TIMEOUT_MILLIS = 180_000;
  private static final int PAUSE_MILLIS = 200;

  private final DiskSpace space;
  private final boolean withStandby;
  private PostgresNode primary;
  private PostgresNode standby;

  public PostgresPair(DiskSpace space, List<String> names, Path logs, boolean withStandby) {
    this.space = space;
    this.withStandby = withStandby;
    primary = new PostgresNode(space, names.get(0), logs.resolve("postgres-" + names.get(0)));
    standby = new PostgresNode(space, names.get(1), logs.resolve("postgres-" + names.get(1)));
  }

  public void start() {
    primary.create();
    ChildProcesses.require(
        space.command(
            "sh",
            "-c",
            "echo \"include_if_exists '%s'\" >> '%s/postgresql.conf'"
                .formatted(SYNC_FILE, primary.data())));
    primary.start();
    primary.execute("postgres", "create database " + PostgresNode.DATABASE);
    if (withStandby) {
      attachStandby();
    }
  }

  public synchronized PostgresNode primary() {
    return primary;
  }

  /** Kills the primary and promotes the standby. */
  public void failOver() {
    primary().kill();
    requireSync(standby, false);
    standby.execute("postgres", "select pg_promote(true, 120)");
    synchronized (this) {
      var gone = primary;
      primary = standby;
      standby = gone;
    }
  }

  /** Copies the running primary, as pg_basebackup does, and starts replication from there. */
  public void attachStandby() {
    standby.kill();
    requireSync(primary, false);
    var from = primary.data().toString();
    var to = standby.data().toString();
    ChildProcesses.require(space.command("rm", "-rf", to));
    try (var session = primary.connect("postgres");
        var statement = session.createStatement()) {
      statement.execute("select pg_backup_start('chaos', true)");
      // Recovery restores files that disappear during the copy.
      ChildProcesses.run(space.command("cp", "-a", from, to));
      try (var rows = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
        rows.next();
        space.write(standby.data().resolve("backup_label"), rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    ChildProcesses.require(
        space.command(
            "sh",
            "-c",
            "cd '%s' && rm -rf postmaster.pid postmaster.opts pg_wal pg_replslot/* && mkdir -p -m 700 pg_wal/archive_status && touch standby.signal"
                .formatted(to)));
    var place =
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s application_name=standby'%n"
            .formatted(primary.port(), PostgresNode.USER, PostgresNode.PASSWORD);
    space.write(standby.data().resolve("postgresql.auto.conf"), place);
    standby.start();
    awaitState("streaming", "state");
    requireSync(primary, true);
    awaitState("sync", "sync_state");
  }

  /** Whether the standby has every acknowledged commit. */
  public boolean inSync() {
    return "sync".equals(replication("sync_state"));
  }

  private void awaitState(String wanted, String column) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
    while (!wanted.equals(replication(column))) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("the standby does not follow");
      }
      UncheckedCalls.sleep(PAUSE_MILLIS);
    }
  }

  private String replication(String column) {
    try (var session = primary().connect("postgres");
        var statement = session.createStatement();
        var rows = statement.executeQuery("select " + column + " from pg_stat_replication")) {
      return rows.next() ? rows.getString(1) : null;
    } catch (SQLException e) {
      return null;
    }
  }

  private void requireSync(PostgresNode node, boolean wanted) {
    space.write(
        node.data().resolve(SYNC_FILE),
        "synchronous_standby_names = '" + (wanted ? "*" : "") + "'\n");
    node.execute("postgres", "select pg_reload_conf()");
  }

  /** Starts the primary if it was stopped. */
  public void revive() {
    primary().start();
  }

  @Override
  public void close() {
    standby.kill();
    primary.kill();
  }
}
