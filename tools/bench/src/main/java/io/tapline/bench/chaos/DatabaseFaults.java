package io.tapline.bench.chaos;

import io.tapline.bench.chaos.FaultPlan.Fault;
import io.tapline.bench.chaos.host.LinkProxy;
import io.tapline.bench.chaos.host.PostgresNode;
import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Faults of PostgreSQL. Each is over when its method returns. */
final class DatabaseFaults {

  private static final int LOOK_TRIES = 200;
  private static final int LOOK_MILLIS = 5;
  private static final int LOCKED_ROWS = 50;

  private final ChaosSite site;
  private Duration movedBack = Duration.ZERO;

  DatabaseFaults(ChaosSite site) {
    this.site = site;
  }

  /** The sum of all backward clock changes. */
  synchronized Duration movedBack() {
    return movedBack;
  }

  boolean inject(Fault fault) {
    try {
      return switch (fault.kind()) {
        case TERMINATE_BACKENDS -> terminate();
        case FREEZE_BACKEND -> freezeBackend(fault.millis());
        case LOCK_SUBJECTS -> lock(fault.millis());
        case OPEN_SNAPSHOT -> snapshot(fault.millis() * 2);
        case RESTART_POSTGRES -> restart(false, fault.millis());
        case CRASH_POSTGRES -> restart(true, fault.millis());
        case FILL_DISK -> fill(fault.millis());
        case FAIL_OVER -> failOver();
        case CLOCK_FORWARD -> clock(fault.millis() * 2);
        case CLOCK_BACK -> clock(-fault.millis());
        default -> throw new IllegalArgumentException(fault.kind().name());
      };
    } catch (SQLException e) {
      // Another fault has already broken the target.
      return false;
    } finally {
      site.postgres.revive();
    }
  }

  private PostgresNode primary() {
    return site.postgres.primary();
  }

  private boolean terminate() throws SQLException {
    try (var admin = primary().connect()) {
      return number(
              admin,
              "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                  + " where datname = current_database() and pid <> pg_backend_pid()")
          > 0;
    }
  }

  /** Other transactions wait for the locks of the frozen backend until it resumes, or time out. */
  private boolean freezeBackend(long millis) throws SQLException {
    long pid = 0;
    try (var admin = primary().connect()) {
      for (int i = 0; i < LOOK_TRIES && pid == 0; i++) {
        pid =
            number(
                admin,
                "select coalesce(min(pid), 0) from pg_stat_activity where datname ="
                    + " current_database() and pid <> pg_backend_pid()"
                    + " and backend_xid is not null");
        UncheckedCalls.sleep(LOOK_MILLIS);
      }
    }
    if (pid == 0) {
      return false;
    }
    long frozen = pid;
    FaultInjector.keep(
        () -> ChildProcesses.signal("STOP", frozen),
        millis,
        () -> ChildProcesses.signal("CONT", frozen));
    return true;
  }

  private boolean lock(long millis) throws SQLException {
    try (var stranger = primary().connect()) {
      stranger.setAutoCommit(false);
      execute(
          stranger,
          "select 1 from tapline.instance_subject where ready_queue_key is not null limit "
              + LOCKED_ROWS
              + " for update skip locked");
      UncheckedCalls.sleep(millis);
      stranger.rollback();
    }
    return true;
  }

  /** The transaction has a transaction id, so that the feed waits for it too. */
  private boolean snapshot(long millis) throws SQLException {
    try (var stranger = primary().connect()) {
      stranger.setAutoCommit(false);
      stranger.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      execute(stranger, "select pg_current_xact_id()");
      UncheckedCalls.sleep(millis);
      stranger.rollback();
    }
    return true;
  }

  private boolean restart(boolean crash, long millis) {
    if (crash) {
      primary().kill();
    } else {
      primary().stopFast();
    }
    UncheckedCalls.sleep(millis / 4);
    primary().start();
    return true;
  }

  private boolean fill(long millis) {
    if (!site.disks.limited()) {
      return false;
    }
    var name = primary().name();
    FaultInjector.keep(() -> site.disks.fill(name), millis, () -> site.disks.free(name));
    return true;
  }

  /** A failover before the standby is in sync would lose data, so it is not injected. */
  private boolean failOver() {
    if (!site.postgres.inSync()) {
      return false;
    }
    site.postgres.failOver();
    site.links.forEach(LinkProxy::cut);
    site.postgres.attachStandby();
    return true;
  }

  /** The clock moves forward and back again, but never before its initial offset. */
  private boolean clock(long millis) throws SQLException {
    try (var admin = primary().connect()) {
      if (millis > 0) {
        execute(admin, "select tapline.advance_clock(" + millis / 1000.0 + ")");
        return true;
      }
      long moved = number(admin, "select extract(epoch from tapline.clock_shift()) * 1000");
      long back = Math.min(moved, -millis);
      if (back == 0) {
        return false;
      }
      synchronized (this) {
        movedBack = movedBack.plusMillis(back);
      }
      execute(
          admin,
          "insert into tapline.clock_move (shift, moved_by)"
              + " values (tapline.clock_shift() - interval '"
              + back
              + " milliseconds', 'chaos')");
      return true;
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
