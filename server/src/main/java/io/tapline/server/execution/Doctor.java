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
          none(row, "row_security", "unguarded", Status.FAIL, "forced on every table", "force it"));
      checks.add(none(row, "indexes", "broken_indexes", Status.FAIL, "all valid", "REINDEX"));
      checks.add(
          none(
              row,
              "statistics",
              "unanalyzed",
              Status.WARN,
              "up to date",
              "ANALYZE, and see that autovacuum runs on"));
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
        "PostgreSQL " + row.getString("version") + (old ? " is too old; update it" : ""));
  }

  private static Check role(ResultSet row) throws SQLException {
    var role = row.getString("role");
    if (row.getBoolean("above_policies")) {
      return new Check(
          "role", Status.FAIL, role + " is above row-level security; make it an ordinary role");
    }
    return none(
        row,
        "role",
        "deletable",
        Status.FAIL,
        role + " can delete nothing",
        "REVOKE DELETE and TRUNCATE on");
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
        ? new Check("test_clock", Status.WARN, "the clock was moved; real work belongs elsewhere")
        : new Check("test_clock", Status.OK, "never moved");
  }

  private Check schema() {
    var schema = database.schema();
    if (schema.pending() > 0 || schema.unknown() > 0) {
      return new Check(
          "migrations",
          Status.FAIL,
          schema.pending()
              + " to be applied, "
              + schema.unknown()
              + " by a newer Tapline; restart all servers with the same version");
    }
    return new Check("migrations", Status.OK, "at version " + schema.version() + ", none pending");
  }

  private Check durability() {
    var weak = DurabilityCheck.weaknesses(database.serving());
    if (weak.isEmpty()) {
      return new Check("durability", Status.OK, "what is acknowledged survives a power cut");
    }
    // An operator may have accepted this, for a database that can be recreated.
    return new Check(
        "durability",
        settings.acceptWeakDurability() ? Status.WARN : Status.FAIL,
        "acknowledged work may be lost; turn on " + String.join(", ", weak));
  }

  /**
   * One operator may have turned it off on purpose, and another may look for the reason that
   * nothing is claimed.
   */
  private Check jobSwitch(long tenantId) {
    var is = engine.reads().substrate().killSwitch(tenantId);
    return is.enabled()
        ? new Check("job_switch", Status.OK, "new work is taken")
        : new Check(
            "job_switch",
            Status.WARN,
            "new work is refused since "
                + TimeText.of(is.changedAt())
                + " by "
                + is.changedBy()
                + " ("
                + is.reason()
                + "); tapline jobs switch on takes it again");
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
                  ? new Check("feed", Status.OK, "no transaction holds events back")
                  : new Check("feed", Status.WARN, heldBack(lag, blocker.get()));
            });
  }

  private static String heldBack(long lag, Feed.Blocker by) {
    return lag
        + " events or more wait for the open transaction of "
        + (by.pid() == null
            ? "a session that is not connected; see pg_prepared_xacts"
            : "pid "
                + by.pid()
                + ", role "
                + by.role()
                + ", since "
                + by.transactionsSince()
                + " transactions; end it, or pg_terminate_backend it");
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
      return new Check("webhooks", Status.OK, "no event waits for another try");
    }
    var first = failing.get(0);
    return new Check(
        "webhooks",
        Status.WARN,
        failing.size()
            + " failing; "
            + first.webhook().name()
            + " since "
            + TimeText.of(first.delivery().failingSince())
            + " ("
            + first.delivery().lastError()
            + "); tapline webhooks list names them");
  }

  private Check plans(long tenantId) {
    var claimPlans = engine.reads().plans().ofClaims(tenantId);
    return claimPlans.slow().isEmpty()
        ? new Check(
            "plans", Status.OK, claimPlans.looked() + " queues are claimed from by an index")
        : new Check(
            "plans",
            Status.FAIL,
            "claims read whole backlogs; an index is missing: "
                + String.join(", ", claimPlans.slow()));
  }
}
