package io.tapline.tapdb;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintenance of the daily partitions of pulses, by the owner: created some days ahead, dropped
 * after their retention. It uses real time, not a test clock: dropping evidence must not depend on
 * one.
 */
public final class PulsePartitions {

  /** A weekend without maintenance has no effect. */
  public static final int DAYS_AHEAD = 3;

  private static final Logger LOG = LoggerFactory.getLogger(PulsePartitions.class);
  private static final String PREFIX = "instance_pulse_";
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("uuuuMMdd");
  private static final String CHECK_VIOLATION = "23514";

  private final TapDb store;

  public PulsePartitions(DataSource owner) {
    this.store = new TapDb(owner);
  }

  /** Creates the partitions of today and the next days. @return the names of the new ones */
  public List<String> makeAhead() {
    var created = new ArrayList<String>();
    for (int ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
      int days = ahead;
      // One transaction each, so that the lock on the default partition is released between them.
      store.transaction(Tenant.SYSTEM, tx -> make(tx, days)).ifPresent(created::add);
    }
    return created;
  }

  /** Drops the partitions that end before the retention. @return their names */
  public List<String> dropOlderThan(Duration retention) {
    requireRetention(retention);
    var dropped = new ArrayList<String>();
    while (true) {
      var name = store.transaction(Tenant.SYSTEM, tx -> dropOldest(tx, retention));
      if (name.isEmpty()) return dropped;
      dropped.add(name.get());
    }
  }

  /**
   * Deletes expired rows that late maintenance left in the default partition. @return number of
   * rows
   *
   * <p>Forced policies would hide the rows of all tenants from the owner: they are lifted inside a
   * transaction that has locked the partition exclusively, and are restored before it commits.
   */
  public long sweepDefault(Duration retention) {
    requireRetention(retention);
    return store.transaction(
        Tenant.SYSTEM,
        tx -> {
          var horizon = lock(tx).minus(retention);
          // Usually empty; an exclusive lock is then unnecessary.
          boolean empty =
              tx.query(
                      "select pg_relation_size('tapline.instance_pulse_default') = 0",
                      row -> row.getBoolean(1))
                  .get(0);
          if (empty) return 0L;
          var deleted = new long[1];
          BriefLock.hold(
              tx,
              () -> {
                tx.update("alter table tapline.instance_pulse_default no force row level security");
                deleted[0] =
                    tx.update(
                        "delete from tapline.instance_pulse_default where created_dt < ?", horizon);
                tx.update("alter table tapline.instance_pulse_default force row level security");
              });
          return deleted[0];
        });
  }

  /** Autovacuum never analyzes a partitioned parent, but the planner needs its statistics. */
  public void analyzeParents() {
    store.transaction(
        Tenant.SYSTEM,
        tx -> {
          // Before 18 this also reads the rows of the partitions, which is harmless.
          boolean canSkipPartitions = tx.connection().getMetaData().getDatabaseMajorVersion() >= 18;
          var only = canSkipPartitions ? "only " : "";
          return tx.update(
              "analyze " + only + "tapline.instance, " + only + "tapline.instance_pulse");
        });
  }

  private Optional<String> make(Tx tx, int daysAhead) throws SQLException {
    var day = LocalDate.ofInstant(lock(tx), ZoneOffset.UTC).plusDays(daysAhead);
    var name = PREFIX + DAY.format(day);
    if (names(tx).contains(name)) return Optional.empty();
    try {
      BriefLock.hold(tx, () -> make(tx, name, day));
      return Optional.of(name);
    } catch (SQLException e) {
      if (!CHECK_VIOLATION.equals(e.getSQLState())) throw e;
      // Maintenance came too late for this day, and the default partition contains some of its
      // rows. They can stay there.
      LOG.warn("pulses of {} stay in the default partition, which already holds some", day);
      return Optional.empty();
    }
  }

  /**
   * The policies exist before the table is attached, and attaching, unlike creating a partition,
   * does not lock the parent.
   */
  private static void make(Tx tx, String name, LocalDate day) throws SQLException {
    var table = "tapline." + name;
    tx.update(
        "create table "
            + table
            + " (like tapline.instance_pulse including defaults including generated)");
    tx.update("alter table " + table + " enable row level security, force row level security");
    tx.update(
        "create policy own_tenant on "
            + table
            + " to "
            + policyRoles(tx)
            + " using (tenant_id = nullif(current_setting('tapline.tenant_id', true),"
            + " '')::bigint)");
    tx.update(
        "alter table tapline.instance_pulse attach partition "
            + table
            + " for values from ('"
            + day
            + " 00:00:00+00') to ('"
            + day.plusDays(1)
            + " 00:00:00+00')");
  }

  /** The roles of the policy of the parent. */
  private static String policyRoles(Tx tx) throws SQLException {
    return tx.query(
            SqlFile.load(PulsePartitions.class, "pulse/pulse_policy_roles"),
            row -> row.getString("roles"))
        .get(0);
  }

  private static Optional<String> dropOldest(Tx tx, Duration retention) throws SQLException {
    var horizon = lock(tx).minus(retention);
    for (var name : names(tx)) {
      var day = dayOf(name);
      if (day.isEmpty()) continue;
      var end = day.get().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      if (end.isAfter(horizon)) continue;
      BriefLock.hold(tx, () -> tx.update("drop table tapline." + name));
      return Optional.of(name);
    }
    return Optional.empty();
  }

  private static void requireRetention(Duration retention) {
    if (retention.isNegative()) {
      throw new IllegalArgumentException("retention " + retention + " is negative");
    }
  }

  private static Instant lock(Tx tx) throws SQLException {
    ServerLock.PULSE_PARTITIONS.hold(tx);
    return tx.query(
            SqlFile.load(PulsePartitions.class, "pulse/pulse_clock"),
            row -> row.getObject("now", OffsetDateTime.class).toInstant())
        .get(0);
  }

  private static List<String> names(Tx tx) throws SQLException {
    return tx.query(
        SqlFile.load(PulsePartitions.class, "pulse/pulse_partitions"),
        row -> row.getString("relname"));
  }

  /** Empty for the default partition and for partitions of another origin. */
  private static Optional<LocalDate> dayOf(String name) {
    try {
      return Optional.of(LocalDate.parse(name.substring(PREFIX.length()), DAY));
    } catch (DateTimeParseException | StringIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
