package io.tapline.server.grpc;

import io.tapline.api.ClaimAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The assignments that one stream has sent and whose leases have not ended, as far as this server
 * has observed. A lease may end or be renewed at another server, so it is read from the database
 * when its term is over by this server's clock. After a lapse the stream is suspended, because its
 * worker may be gone, until the worker makes another call.
 */
final class StreamDeliveries {

  /**
   * A claim that was running when the stream was suspended, and the release of its work, also
   * update the worker's heartbeat. Both have ended after this time.
   */
  private static final Duration UNDER_WAY = Duration.ofSeconds(5);

  private static final class Delivery {
    private final long sentAt;
    private final long term;
    private long termFrom;

    /**
     * The worker has named the lease, or sent a message on the stream, after the assignment was
     * sent.
     */
    private boolean confirmed;

    Delivery(long sentAt, long term) {
      this.sentAt = sentAt;
      this.term = term;
      this.termFrom = sentAt;
    }
  }

  private final Map<String, Delivery> byLease = new HashMap<>();
  private final LongSupplier nanos;
  private boolean suspended;
  private long suspendedAt;
  private long calledAt;

  /** The worker's heartbeat shortly after the suspension of the stream. */
  private Instant heartbeatAt;

  StreamDeliveries(LongSupplier nanos) {
    this.nanos = nanos;
    this.calledAt = nanos.getAsLong();
  }

  synchronized void sent(List<ClaimAnswer.Item> items) {
    long now = nanos.getAsLong();
    for (var item : items) {
      byLease.put(item.leaseEuid(), new Delivery(now, TimeUnit.SECONDS.toNanos(item.ttlSeconds())));
    }
  }

  /** Starts another term of a lease that the worker has named. */
  synchronized void named(String leaseEuid) {
    var delivery = byLease.get(leaseEuid);
    if (delivery != null) {
      delivery.confirmed = true;
      delivery.termFrom = nanos.getAsLong();
    }
  }

  /** Confirms all assignments: a message on the stream shows that the connection works. */
  synchronized void confirmAll() {
    byLease.values().forEach(delivery -> delivery.confirmed = true);
  }

  synchronized void ended(String leaseEuid) {
    byLease.remove(leaseEuid);
  }

  /**
   * @return whether this suspends the stream
   */
  synchronized boolean lapsed(String leaseEuid) {
    var delivery = byLease.remove(leaseEuid);
    if (delivery == null || suspended || calledAt - delivery.termFrom >= delivery.term) {
      // The worker has called after the end of the term.
      return false;
    }
    suspended = true;
    suspendedAt = nanos.getAsLong();
    return true;
  }

  synchronized boolean suspended() {
    return suspended;
  }

  /**
   * Ends the suspension after a call of the worker.
   *
   * @return whether the stream was suspended
   */
  synchronized boolean resume() {
    boolean before = suspended;
    suspended = false;
    calledAt = nanos.getAsLong();
    return before;
  }

  /**
   * @param at the worker's heartbeat in the database
   * @return whether it has changed since the suspension, by a call to another server
   */
  synchronized boolean heartbeatMoved(Instant at) {
    if (nanos.getAsLong() - suspendedAt < UNDER_WAY.toNanos()) {
      heartbeatAt = at;
    }
    return suspended && !at.equals(heartbeatAt);
  }

  /** Leases whose term is over by this server's clock. */
  synchronized List<String> overdue() {
    long now = nanos.getAsLong();
    var overdue = new ArrayList<String>();
    byLease.forEach(
        (lease, delivery) -> {
          if (now - delivery.termFrom >= delivery.term) {
            overdue.add(lease);
          }
        });
    return overdue;
  }

  /**
   * Leases of recent assignments that the worker has never named.
   *
   * @param window the maximum time for which a connection with an unanswered ping can have been
   *     dead
   */
  synchronized List<String> unconfirmed(Duration window) {
    long now = nanos.getAsLong();
    var unconfirmed = new ArrayList<String>();
    byLease.forEach(
        (lease, delivery) -> {
          if (!delivery.confirmed && now - delivery.sentAt <= window.toNanos()) {
            unconfirmed.add(lease);
          }
        });
    return unconfirmed;
  }
}
