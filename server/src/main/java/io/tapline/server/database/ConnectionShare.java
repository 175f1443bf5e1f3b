package io.tapline.server.database;

import io.tapline.engine.model.ActionKey;

/**
 * Kinds of request by their share of the database connections. A request that waits for a locked
 * row keeps its connection, and repeated requests for that row would in the end have all of them;
 * so no kind may have more than its share, and workers can always keep and end what they hold.
 */
public enum ConnectionShare {
  /** Claims, enqueues, reads, administration, and the work of the server's own loops. */
  ORDINARY,
  /** What a worker does with a subject it has claimed: start, complete, fail, release. */
  ENDING,
  /** Heartbeats, renewals, progress: without them work in progress is lost. */
  RENEWAL;

  private static final ThreadLocal<ConnectionShare> CURRENT = new ThreadLocal<>();

  /** Where the work of a thread counts until it is closed. */
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

  /** From now on the connections of this thread count to this share. */
  public Scope enter() {
    return new Scope(this);
  }

  /** Of this thread; what nobody said anything about is ordinary. */
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
