package io.tapline.server.database;

import io.tapline.api.ActionKey;

/**
 * Kinds of request by their share of the database connections. A request that waits for a locked
 * row keeps its connection, and repeated requests for that row would take all of them. So each kind
 * has a limited share, and workers can always renew and end their leases.
 */
public enum ConnectionShare {
  /** Claims, enqueues, reads, administration, and the server's background loops. */
  ORDINARY,
  /** Actions of a worker on a job it has claimed: start, complete, fail, release. */
  ENDING,
  /** Heartbeats, renewals and progress: without them leases lapse. */
  RENEWAL;

  private static final ThreadLocal<ConnectionShare> CURRENT = new ThreadLocal<>();

  /** Assigns the work of a thread to a share until it is closed. */
  public static final class Scope implements AutoCloseable {

    private final ConnectionShare before = CURRENT.get();

    private Scope(ConnectionShare share) {
      CURRENT.set(share);
    }

    @Override
    public void close() {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    }
  }

  /** Assigns the connections of this thread to this share. */
  public Scope enter() {
    return new Scope(this);
  }

  /** The share of this thread; ordinary by default. */
  static ConnectionShare current() {
    var share = CURRENT.get();
    return share == null ? ORDINARY : share;
  }

  public static ConnectionShare of(ActionKey action) {
    return switch (action) {
      case HEARTBEAT_WORKER, RENEW_QUEUE_LEASE, REPORT_PROGRESS -> RENEWAL;
      case START_QUEUE_EXECUTION,
          COMPLETE_QUEUE_EXECUTION,
          FAIL_QUEUE_EXECUTION,
          RELEASE_QUEUE_LEASE,
          DISPATCH_EXTERNAL,
          RECORD_EXTERNAL_RESULT ->
          ENDING;
      default -> ORDINARY;
    };
  }
}
