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
 * knows. A lease that others end or renew at another server is looked up once its term is over by
 * this server's time. After a lapse the stream is suspended, since its worker may be gone, until
 * the worker gives a sign of life.
 */
final class StreamDeliveries {

  /**
   * A claim that was under way when the stream was suspended, and the release of its work, move the
   * worker's heartbeat too. They are over by then.
   */
  private static final Duration UNDER_WAY = Duration.ofSeconds(5);

  private static final class Delivery {
    private final long sentAt;
    private final long term;
    private long termFrom;

    /** The worker has named the lease, or sent a message on the stream, after it was sent. */
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
  private long heardAt;

  /** The worker's heartbeat as it was seen when the stream had been suspended for a moment. */
  private Instant heartbeatAt;

  StreamDeliveries(LongSupplier nanos) {
    this.nanos = nanos;
    this.heardAt = nanos.getAsLong();
  }

  synchronized void sent(List<ClaimAnswer.Item> items) {
    long now = nanos.getAsLong();
    for (var item : items) {
      byLease.put(item.leaseEuid(), new Delivery(now, TimeUnit.SECONDS.toNanos(item.ttlSeconds())));
    }
  }

  /** The worker has named this lease, and holds it from now on for another term. */
  synchronized void named(String leaseEuid) {
    var delivery = byLease.get(leaseEuid);
    if (delivery != null) {
      delivery.confirmed = true;
      delivery.termFrom = nanos.getAsLong();
    }
  }

  /** The worker has sent a message on the stream, so its connection carries. */
  synchronized void confirmAll() {
    byLease.values().forEach(delivery -> delivery.confirmed = true);
  }

  synchronized void ended(String leaseEuid) {
    byLease.remove(leaseEuid);
  }

  /**
   * @return whether the stream is suspended from now on
   */
  synchronized boolean lapsed(String leaseEuid) {
    var delivery = byLease.remove(leaseEuid);
    if (delivery == null || suspended || heardAt - delivery.termFrom >= delivery.term) {
      // The worker was heard of after the term was over.
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
   * The worker has given a sign of life.
   *
   * @return whether the stream was suspended until now
   */
  synchronized boolean resume() {
    boolean before = suspended;
    suspended = false;
    heardAt = nanos.getAsLong();
    return before;
  }

  /**
   * @param at the worker's heartbeat as the database has it
   * @return whether it has changed since the stream was suspended: another server took one
   */
  synchronized boolean heartbeatMoved(Instant at) {
    if (nanos.getAsLong() - suspendedAt < UNDER_WAY.toNanos()) {
      heartbeatAt = at;
    }
    return suspended && !at.equals(heartbeatAt);
  }

  /** Leases whose term is over by this server's time. */
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
   * Leases that were sent since the connection was last known to carry, and that the worker has
   * never named.
   *
   * @param window an unanswered ping shows that the connection has not carried for so long at most
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
