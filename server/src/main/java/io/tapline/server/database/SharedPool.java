package io.tapline.server.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Divides the pool: of 20 connections, at most 12 serve one kind of request, and at most 17 serve
 * ordinary requests and endings together, so that 3 remain for renewals.
 */
final class SharedPool extends DelegatingSource {

  private final HikariDataSource pool;
  private final LentConnections lent;
  private final ShareGate ordinary;
  private final ShareGate endings;
  private final ShareGate renewals;
  private final ShareGate notRenewals;

  /**
   * Number of connections of a thread. A thread that needs a second one, for example for a template
   * that is not cached, must not wait for itself.
   */
  private final ThreadLocal<int[]> held = ThreadLocal.withInitial(() -> new int[1]);

  SharedPool(HikariDataSource pool, LentConnections lent) {
    super(pool);
    this.pool = pool;
    this.lent = lent;
    int all = pool.getMaximumPoolSize();
    int most = mostOfOneKind(all);
    this.ordinary = new ShareGate("claims, enqueues, reads and administration", most);
    this.endings = new ShareGate("starts and endings", most);
    this.renewals = new ShareGate("heartbeats and renewals", most);
    this.notRenewals =
        new ShareGate("all requests except heartbeats and renewals", mostButRenewals(all));
  }

  static int mostOfOneKind(int all) {
    return Math.max(1, all * 3 / 5);
  }

  static int mostButRenewals(int all) {
    return Math.max(1, all - Math.max(1, all * 3 / 20));
  }

  ShareGate gate(ConnectionShare share) {
    return switch (share) {
      case ORDINARY -> ordinary;
      case ENDING -> endings;
      case RENEWAL -> renewals;
    };
  }

  @Override
  public Connection getConnection() throws SQLException {
    lent.requireOpen();
    var mine = held.get();
    if (mine[0] > 0) {
      return lend(mine, () -> {});
    }
    var share = ConnectionShare.current();
    enter(share);
    try {
      return lend(mine, () -> leave(share));
    } catch (SQLException | RuntimeException | Error e) {
      leave(share);
      throw e;
    }
  }

  private Connection lend(int[] mine, Runnable whenReturned) throws SQLException {
    var connection = lent.await(pool::getConnection);
    mine[0]++;
    return lent.lend(
        connection,
        () -> {
          mine[0]--;
          whenReturned.run();
        });
  }

  private void enter(ConnectionShare share) throws SQLException {
    gate(share).enter();
    if (share != ConnectionShare.RENEWAL) {
      try {
        notRenewals.enter();
      } catch (SQLException | RuntimeException | Error e) {
        gate(share).leave();
        throw e;
      }
    }
  }

  private void leave(ConnectionShare share) {
    if (share != ConnectionShare.RENEWAL) {
      notRenewals.leave();
    }
    gate(share).leave();
  }
}
