package io.tapline.bench.scale;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Varies the age of an open transaction: its snapshot keeps vacuum from removing rows that died
 * since.
 */
final class OpenTransactionFamily implements CaseFamily {

  private static final int WINDOWS = 12;

  @Override
  public String name() {
    return "open";
  }

  @Override
  public String title() {
    return "a transaction left open";
  }

  @Override
  public int claimers(ScaleSizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(
      ScaleDatabase scaleDatabase,
      ScaleSizes sizes,
      BacklogFiller backlogFiller,
      FamilyMeasurement familyMeasurement) {
    try (var parallelClaimers = ParallelClaimers.of(scaleDatabase.site(), sizes);
        var bystander = scaleDatabase.database().connect()) {
      var workCycle = WorkCycle.plain(parallelClaimers, sizes.burst(), backlogFiller);
      backlogFiller.ready(sizes.few());
      scaleDatabase.database().settle();
      familyMeasurement.measure("none", workCycle);
      leaveOpen(bystander);
      int windows = Math.min(WINDOWS, sizes.openSeconds());
      var window = Duration.ofMillis(sizes.openSeconds() * 1_000L / windows);
      for (int i = 1; i <= windows; i++) {
        familyMeasurement.watch(window.multipliedBy(i).toSeconds() + " s", workCycle, window);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void leaveOpen(Connection bystander) throws SQLException {
    bystander.setAutoCommit(false);
    bystander.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (var statement = bystander.createStatement()) {
      // The first statement takes the snapshot.
      statement.execute("select 1");
    }
  }
}
