package io.tapline.server.database;

import io.tapline.server.base.ServerOptions;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.StoreException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Whether this server may send events to webhooks. A restored copy of a database must not, because
 * its webhooks address the receivers of the original. It is fenced until an operator confirms that
 * it replaces the original. A failover changes neither the system identifier nor the OIDs that are
 * compared, so it fences nothing.
 */
@Component
public final class DeliveryFence {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryFence.class);

  /** Whether deliveries are sent, with the reason if not. */
  public enum State {
    OPEN("events are sent to webhooks"),
    SWITCHED_OFF("nothing is sent to webhooks: this server was started with --no-deliveries"),
    RESTORED(
        "nothing is sent to webhooks: this database is a restored copy of the one that deliveries"
            + " were sent from; if it replaces the original, run tapline serve"
            + " --confirm-deliveries with the same database options");

    private final String description;

    State(String description) {
      this.description = description;
    }

    /** One sentence for operators. */
    public String description() {
      return description;
    }
  }

  private final DataSource serving;
  private volatile State state;

  DeliveryFence(OpenDatabase database, ServerOptions options) {
    this.serving = database.serving();
    this.state = options.noDeliveries() ? State.SWITCHED_OFF : State.OPEN;
    if (options.noDeliveries()) {
      LOG.warn(State.SWITCHED_OFF.description());
    }
  }

  /** The state at the last check. */
  public State state() {
    return state;
  }

  /** Reads the state from the database, because an operator may have confirmed it at any server. */
  public State check() {
    if (state != State.SWITCHED_OFF) {
      change(ask(serving, "delivery_fence/deliveries_fenced") ? State.RESTORED : State.OPEN);
    }
    return state;
  }

  private synchronized void change(State next) {
    if (next == state) {
      return;
    }
    state = next;
    if (next == State.OPEN) {
      LOG.info(next.description());
    } else {
      LOG.warn(next.description());
    }
  }

  /**
   * Permits deliveries from this database.
   *
   * @return whether they were fenced
   */
  public static boolean confirm(OpenDatabase database) {
    return ask(database.owner(), "delivery_fence/confirm_deliveries");
  }

  private static boolean ask(DataSource source, String sql) {
    try (var connection = source.getConnection();
        var statement = connection.prepareStatement(SqlFile.load(DeliveryFence.class, sql));
        var rows = statement.executeQuery()) {
      rows.next();
      boolean answer = rows.getBoolean(1);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      return answer;
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }
}
