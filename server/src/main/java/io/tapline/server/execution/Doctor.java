package io.tapline.server.execution;

import io.tapline.engine.Engine;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.DurabilityCheck;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;

/** Checks for faults of a database that do not prevent a server from starting. */
@Component
final class Doctor {

  enum Status {
    OK,
    WARN,
    FAIL
  }

  /** One check with its result and, if it failed, the remedy. */
  record Check(String name, Status status, String detail) {}

  /**
   * The results of all checks.
   *
   * @param now the time of the database's clock, which decides
   */
  record Report(Instant now, List<Check> checks) {}

  /** Ordinary load does not produce this many events during one transaction. */
  private static final int MANY_HELD_BACK = 1_000;

  private final ServerOptions settings;
  private final OpenDatabase database;
  private final Engine engine;
  private final DeliveryFence fence;

  Doctor(ServerOptions settings, OpenDatabase database, Engine engine, DeliveryFence fence) {
    this.fence = fence;
    this.settings = settings;
    this.database = database;
    this.engine = engine;
  }

  Report examine(long tenantId) {
    var checks = new ArrayList<Check>();
    var now = catalogue(checks);
    checks.add(schema());
    checks.add(durability());
    checks.add(plans(tenantId));
    checks.add(jobSwitch(tenantId));
    checks.add(feed(tenantId));
    checks.add(deliveries());
    checks.add(webhooks(tenantId));
    return new Report(now, List.copyOf(checks));
  }

  private Instant catalogue(List<Check> checks) {
    try (var connection = database.serving().getConnection();
        var query = connection.prepareStatement(SqlFile.load(Doctor.class, "doctor/doctor"));
        var row = query.executeQuery()) {
      row.next();
      checks.add(version(row));
      checks.add(role(row));
      checks.add(
          none(
              row,
              "row_security",
              "unguarded",
              Status.FAIL,
              "row-level security is forced on every table",
              "force row-level security on"));
      checks.add(
          none(
              row,
              "indexes",
              "broken_indexes",
              Status.FAIL,
              "all indexes are valid",
              "run REINDEX on"));
      checks.add(
          none(
              row,
              "statistics",
              "unanalyzed",
              Status.WARN,
              "the statistics are current",
              "run ANALYZE, and check that autovacuum runs, on"));
      checks.add(clock(row));
      return TimeText.parse(row.getString("now"));
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  private static Check version(ResultSet row) throws SQLException {
    boolean old = row.getInt("major") < Database.OLDEST_POSTGRES;
    return new Check(
        "database",
        old ? Status.FAIL : Status.OK,
        "PostgreSQL "
            + row.getString("version")
            + (old ? " is too old; update it" : " is supported"));
  }

  private static Check role(ResultSet row) throws SQLException {
    var role = row.getString("role");
    if (row.getBoolean("above_policies")) {
      return new Check(
          "role", Status.FAIL, role + " bypasses row-level security; make it an ordinary role");
    }
    return none(
        row,
        "role",
        "deletable",
        Status.FAIL,
        role + " has no right to delete rows",
        "revoke DELETE and TRUNCATE on");
  }

  /** A check that a list is empty. */
  private static Check none(
      ResultSet row, String name, String column, Status otherwise, String well, String remedy)
      throws SQLException {
    var found = Arrays.asList((String[]) row.getArray(column).getArray());
    return found.isEmpty()
        ? new Check(name, Status.OK, well)
        : new Check(name, otherwise, remedy + " " + String.join(", ", found));
  }

  private static Check clock(ResultSet row) throws SQLException {
    return row.getBoolean("clock_moved")
        ? new Check(
            "test_clock", Status.WARN, "the clock was moved; use another database for production")
        : new Check("test_clock", Status.OK, "the clock was never moved");
  }

  private Check schema() {
    var schema = database.schema();
    if (schema.pending() > 0 || schema.unknown() > 0) {
      return new Check(
          "migrations",
          Status.FAIL,
          ("the database has %s pending migrations and %s of a newer Tapline; restart all "
                  + "servers with the same version")
              .formatted(schema.pending(), schema.unknown()));
    }
    return new Check(
        "migrations",
        Status.OK,
        "the schema has version " + schema.version() + "; no migration is pending");
  }

  private Check durability() {
    var weak = DurabilityCheck.weaknesses(database.serving());
    if (weak.isEmpty()) {
      return new Check("durability", Status.OK, "acknowledged changes survive a power failure");
    }
    // An operator may have accepted this, for a database that can be recreated.
    return new Check(
        "durability",
        settings.acceptWeakDurability() ? Status.WARN : Status.FAIL,
        "acknowledged changes may be lost; turn on " + String.join(", ", weak));
  }

  /**
   * One operator may have turned it off on purpose, and another may look for the reason that
   * nothing is claimed.
   */
  private Check jobSwitch(long tenantId) {
    var is = engine.reads().substrate().killSwitch(tenantId);
    return is.enabled()
        ? new Check("job_switch", Status.OK, "new jobs are accepted")
        : new Check(
            "job_switch",
            Status.WARN,
            "new jobs are refused since %s by %s (%s); tapline jobs switch on accepts them again"
                .formatted(TimeText.of(is.changedAt()), is.changedBy(), is.reason()));
  }

  /** A few events wait for running transactions; many wait for a forgotten one. */
  private Check feed(long tenantId) {
    return engine
        .tapDb()
        .transaction(
            tenantId,
            tx -> {
              var feed = new Feed(tx);
              var blocker = feed.blocker();
              long lag = feed.lag();
              return lag < MANY_HELD_BACK || blocker.isEmpty()
                  ? new Check("feed", Status.OK, "no transaction delays events")
                  : new Check("feed", Status.WARN, heldBack(lag, blocker.get()));
            });
  }

  private static String heldBack(long lag, Feed.Blocker by) {
    return "%s or more events wait for the open transaction of %s"
        .formatted(
            lag,
            by.pid() == null
                ? "a session that is not connected; see pg_prepared_xacts"
                : "pid "
                    + by.pid()
                    + ", role "
                    + by.role()
                    + ", open for "
                    + by.transactionsSince()
                    + " transactions; end it, or call pg_terminate_backend");
  }

  private Check deliveries() {
    var state = fence.state();
    return new Check(
        "deliveries",
        state == DeliveryFence.State.OPEN ? Status.OK : Status.WARN,
        state.description());
  }

  private Check webhooks(long tenantId) {
    var failing = engine.reads().webhooks().failing(tenantId);
    if (failing.isEmpty()) {
      return new Check("webhooks", Status.OK, "no webhook is failing");
    }
    var first = failing.get(0);
    return new Check(
        "webhooks",
        Status.WARN,
        failing.size()
            + (failing.size() == 1 ? " webhook is failing: " : " webhooks are failing, first ")
            + first.webhook().name()
            + " since "
            + TimeText.of(first.delivery().failingSince())
            + " ("
            + first.delivery().lastError()
            + "); tapline webhooks list shows the status of each webhook");
  }

  private Check plans(long tenantId) {
    var claimPlans = engine.reads().plans().ofClaims(tenantId);
    return claimPlans.slow().isEmpty()
        ? new Check(
            "plans", Status.OK, "the claims of " + claimPlans.looked() + " queues use an index")
        : new Check(
            "plans",
            Status.FAIL,
            "claims read whole backlogs, because an index is missing: "
                + String.join(", ", claimPlans.slow()));
  }
}
