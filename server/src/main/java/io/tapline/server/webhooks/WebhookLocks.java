package io.tapline.server.webhooks;

import io.tapline.tapdb.SqlFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The webhooks that this server delivers to: rows of tapline.server_lock with the name of this
 * server and an end, which it extends while it runs. Another server takes them over after their
 * release or their end. The key is the EUID, because webhooks of two tenants may have the same uid.
 */
final class WebhookLocks implements AutoCloseable {

  /** Time after which other servers take over the webhooks of a killed server. */
  static final Duration HELD_FOR = Duration.ofSeconds(30);

  private static final Duration RENEWED_EVERY = HELD_FOR.dividedBy(3);
  private static final int PATIENCE_SECONDS = 5;

  private final DataSource single;
  private final String holder = UUID.randomUUID().toString();
  private final Set<String> held = new HashSet<>();
  private Connection connection;
  private long renewedAt;

  WebhookLocks(DataSource single) {
    this.single = single;
  }

  /** Whether all locks are still held; if not, all are released. */
  synchronized boolean alive() {
    try {
      if (connection != null && connection.isValid(PATIENCE_SECONDS) && renewed()) {
        return true;
      }
    } catch (SQLException e) {
      // Counts as lost.
    }
    close();
    return false;
  }

  private boolean renewed() throws SQLException {
    if (held.isEmpty() || System.nanoTime() - renewedAt < RENEWED_EVERY.toNanos()) {
      return true;
    }
    int still =
        ask(
            "webhook_lock/webhook_locks_renew",
            statement -> {
              statement.setLong(1, HELD_FOR.toSeconds());
              statement.setString(2, holder);
            });
    renewedAt = System.nanoTime();
    return still == held.size();
  }

  /** Whether this server has the lock, or got it now. */
  synchronized boolean hold(String webhookEuid) throws SQLException {
    if (held.contains(webhookEuid)) {
      return true;
    }
    if (connection == null) {
      connection = single.getConnection();
    }
    if (held.isEmpty()) {
      renewedAt = System.nanoTime();
    }
    int mine =
        ask(
            "webhook_lock/webhook_lock",
            statement -> {
              statement.setString(1, webhookEuid);
              statement.setString(2, holder);
              statement.setLong(3, HELD_FOR.toSeconds());
            });
    return mine == 1 && held.add(webhookEuid);
  }

  synchronized void letGo(String webhookEuid) throws SQLException {
    if (held.remove(webhookEuid)) {
      ask(
          "webhook_lock/webhook_unlock",
          statement -> {
            statement.setString(1, webhookEuid);
            statement.setString(2, holder);
          });
    }
  }

  private interface Binding {
    void bind(PreparedStatement statement) throws SQLException;
  }

  /** The number of returned rows. */
  private int ask(String name, Binding binding) throws SQLException {
    try (var statement = connection.prepareStatement(SqlFile.load(WebhookLocks.class, name))) {
      binding.bind(statement);
      int found = 0;
      if (statement.execute()) {
        try (var rows = statement.getResultSet()) {
          while (rows.next()) {
            found++;
          }
        }
      }
      return found;
    }
  }

  @Override
  public synchronized void close() {
    var last = connection;
    if (last != null) {
      try (last) {
        if (!held.isEmpty()) {
          ask("webhook_lock/webhook_unlock_all", statement -> statement.setString(1, holder));
        }
      } catch (SQLException e) {
        // The connection is lost; other servers take the rows over after their end.
      }
      connection = null;
    }
    held.clear();
  }
}
