package io.tapline.bench.scale;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * How long a transaction has been left open: its old snapshot keeps vacuum from every row that died
 * since.
 */
final class OpenTransactionFamily implements Family {

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
  public int claimers(Sizes sizes) {
    return sizes.threads();
  }

  @Override
  public void run(Ground ground, Sizes sizes, Filler filler, Gauge gauge) {
    try (var crew = Crew.of(ground.site(), sizes);
        var bystander = ground.database().connect()) {
      var cycle = Cycle.plain(crew, sizes.burst(), filler);
      filler.ready(sizes.few());
      ground.database().settle();
      gauge.measure("none", cycle);
      leaveOpen(bystander);
      int windows = Math.min(WINDOWS, sizes.openSeconds());
      var window = Duration.ofMillis(sizes.openSeconds() * 1_000L / windows);
      for (int i = 1; i <= windows; i++) {
        gauge.watch(window.multipliedBy(i).toSeconds() + " s", cycle, window);
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
