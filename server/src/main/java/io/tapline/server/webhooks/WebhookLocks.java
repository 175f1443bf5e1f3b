package io.tapline.server.webhooks;

import io.tapline.tapdb.SqlFile;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Which webhooks are this server's to carry to: locks of one connection of its own, which the
 * database lets go when the server dies. By EUID, since webhooks of two tenants may have one uid.
 */
final class WebhookLocks implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 5;

  private final DataSource single;
  private final Set<String> held = new HashSet<>();
  private Connection connection;

  WebhookLocks(DataSource single) {
    this.single = single;
  }

  /** Whether what was held still is; if not, all is let go. */
  synchronized boolean alive() {
    try {
      if (connection != null && connection.isValid(PATIENCE_SECONDS)) {
        return true;
      }
    } catch (SQLException e) {
      // As good as broken.
    }
    close();
    return false;
  }

  /** Whether it is ours, or could be made so at once. */
  synchronized boolean hold(String webhookEuid) throws SQLException {
    if (held.contains(webhookEuid)) {
      return true;
    }
    if (connection == null) {
      connection = single.getConnection();
    }
    boolean mine = ask("webhook_lock/webhook_lock", webhookEuid);
    if (mine) {
      held.add(webhookEuid);
    }
    return mine;
  }

  synchronized void letGo(String webhookEuid) throws SQLException {
    if (held.remove(webhookEuid)) {
      ask("webhook_lock/webhook_unlock", webhookEuid);
    }
  }

  private boolean ask(String sql, String webhookEuid) throws SQLException {
    try (var statement = connection.prepareStatement(SqlFile.load(WebhookLocks.class, sql))) {
      statement.setString(1, webhookEuid);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getBoolean(1);
      }
    }
  }

  @Override
  public synchronized void close() {
    held.clear();
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It was gone before.
      }
      connection = null;
    }
  }
}
