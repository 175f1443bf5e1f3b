package io.tapline.server.longpoll;

import io.tapline.api.request.Claim;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.FairShare;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The waiting claims of all tenants. */
final class ClaimWaits implements WorkSignals.SignalListener {

  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final FairShare seats;
  private final Map<Long, ClaimDispatcher> dispatchers = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile PeerAnnouncement announcement = tenantId -> false;
  private volatile boolean closed;

  /**
   * @param lookMillis interval of the periodic scan
   * @param seats a claim beyond the share of its principal is answered at once
   */
  ClaimWaits(Engine engine, WaitScheduler waitScheduler, long lookMillis, FairShare seats) {
    this.seats = seats;
    this.engine = engine;
    this.waitScheduler = waitScheduler;
    waitScheduler.every(lookMillis, this::lookEverywhere);
  }

  /** Announces the first waiting claim of a tenant to the other servers. */
  interface PeerAnnouncement {

    /** Whether the other servers send their signals here already. */
    boolean waiting(long tenantId);
  }

  /** The announcement is made when the first claim of a tenant begins to wait. */
  void whenFirst(PeerAnnouncement listener) {
    announcement = listener;
  }

  /**
   * Waits for work, up to the given time. The claim has been tried once without a result.
   *
   * @param tried {@link System#nanoTime} before that attempt; null if it failed
   * @return the waiting claim; its answer comes with work, with a refusal, or at the time limit
   */
  WaitingClaim admit(Caller caller, Claim claim, Duration length, Long tried) {
    var claimDispatcher = dispatcher(caller.tenantId());
    var kind =
        claimDispatcher.kind(
            claim.workerEuid(),
            () -> engine.reads().workers().one(caller.tenantId(), claim.workerEuid()).profile());
    var waiter = new WaitingClaim(numbers.incrementAndGet(), caller, claim, kind);
    var seat = seats.take(FairShare.Owner.principal(caller.tenantId(), caller.principal()));
    if (closed || seat == null) {
      if (seat != null) {
        seat.close();
      }
      waiter.answer.complete(waiter.nothing());
      return waiter;
    }
    waiter.answer.whenComplete((answer, thrown) -> seat.close());
    boolean announced = claimDispatcher.size() > 0 || announcement.waiting(caller.tenantId());
    claimDispatcher.admit(waiter, length.toMillis(), tried, announced);
    if (closed) {
      claimDispatcher.leave(waiter);
    }
    return waiter;
  }

  /** Ends the wait of a claim whose client has disconnected. */
  void leave(WaitingClaim waiter) {
    dispatcher(waiter.caller.tenantId()).leave(waiter);
  }

  private ClaimDispatcher dispatcher(long tenantId) {
    return dispatchers.computeIfAbsent(
        tenantId, id -> new ClaimDispatcher(id, engine, waitScheduler));
  }

  int waiting() {
    return dispatchers.values().stream().mapToInt(ClaimDispatcher::size).sum();
  }

  @Override
  public void acted(long tenantId, QueueWakeups queueWakeups) {
    var claimDispatcher = dispatchers.get(tenantId);
    if (claimDispatcher == null) {
      return;
    }
    if (queueWakeups.every()) {
      claimDispatcher.lookEverywhere(WakeupAudience.ALL);
    } else {
      queueWakeups.queues().forEach(claimDispatcher::look);
    }
  }

  @Override
  public void actedAtPeer(long tenantId, QueueFingerprint queue) {
    var claimDispatcher = dispatchers.get(tenantId);
    if (claimDispatcher == null) {
      return;
    }
    if (queue == null) {
      claimDispatcher.lookEverywhere(WakeupAudience.ALL);
    } else {
      claimDispatcher.look(queue);
    }
  }

  @Override
  public void lookEverywhere() {
    dispatchers.forEach(
        (tenantId, claimDispatcher) ->
            engine
                .failures()
                .isolate(
                    Task.LONG_POLL,
                    "claims of tenant " + tenantId,
                    () -> claimDispatcher.lookEverywhere(WakeupAudience.ALL)));
  }

  @Override
  public Set<Long> tenants() {
    var some = new HashSet<Long>();
    dispatchers.forEach(
        (tenantId, claimDispatcher) -> {
          if (claimDispatcher.size() > 0) {
            some.add(tenantId);
          }
        });
    return some;
  }

  /** Answers all waiting claims, and answers later ones at once. */
  void close() {
    closed = true;
    dispatchers.values().forEach(ClaimDispatcher::leaveAll);
  }
}
