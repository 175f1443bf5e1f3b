package io.tapline.server.longpoll;

import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.FairShare;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The waiting claims of all tenants. */
final class ClaimWaits implements WorkSignals.SignalListener {

  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final FairShare seats;
  private final Map<Long, ClaimDispatcher> desks = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile LongConsumer firstOfTenant = tenantId -> {};
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

  /** The listener is called when the first claim of a tenant begins to wait. */
  void whenFirst(LongConsumer listener) {
    firstOfTenant = listener;
  }

  /**
   * Waits for work, up to the given time. The claim has been tried once without a result.
   *
   * @return the waiting claim; its answer comes with work, with a refusal, or at the time limit
   */
  WaitingClaim admit(Caller caller, Claim claim, Duration length) {
    var worker = engine.reads().workers().one(caller.tenantId(), claim.workerEuid());
    var waiter =
        new WaitingClaim(
            numbers.incrementAndGet(), caller, claim, WaitingClaim.WorkerKind.of(worker.profile()));
    var claimDispatcher = desk(caller.tenantId());
    var seat = seats.take(FairShare.Owner.principal(caller.tenantId(), caller.principal()));
    if (closed || seat == null) {
      if (seat != null) {
        seat.close();
      }
      waiter.answer.complete(waiter.nothing());
      return waiter;
    }
    waiter.answer.whenComplete((answer, thrown) -> seat.close());
    boolean first = claimDispatcher.size() == 0;
    claimDispatcher.admit(waiter, length.toMillis());
    if (first) {
      firstOfTenant.accept(caller.tenantId());
    }
    if (closed) {
      claimDispatcher.leave(waiter);
    }
    return waiter;
  }

  /** Ends the wait of a claim whose client has disconnected. */
  void leave(WaitingClaim waiter) {
    desk(waiter.caller.tenantId()).leave(waiter);
  }

  private ClaimDispatcher desk(long tenantId) {
    return desks.computeIfAbsent(tenantId, id -> new ClaimDispatcher(id, engine, waitScheduler));
  }

  int waiting() {
    return desks.values().stream().mapToInt(ClaimDispatcher::size).sum();
  }

  @Override
  public void acted(long tenantId, QueueWakeups queueWakeups) {
    var claimDispatcher = desks.get(tenantId);
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
    var claimDispatcher = desks.get(tenantId);
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
    desks.forEach(
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
    desks.forEach(
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
    desks.values().forEach(ClaimDispatcher::leaveAll);
  }
}
