package io.tapline.server.waiting;

import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.model.Caller;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Claims that wait for work, of all tenants. */
final class WaitingRoom implements Signals.Room {

  private final Engine engine;
  private final Staff staff;
  private final Map<Long, Desk> desks = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile LongConsumer firstOfTenant = tenantId -> {};
  private volatile boolean closed;

  /**
   * @param lookMillis how often it looks for work unasked
   */
  WaitingRoom(Engine engine, Staff staff, long lookMillis) {
    this.engine = engine;
    this.staff = staff;
    staff.every(lookMillis, this::lookEverywhere);
  }

  /** Told when someone of a tenant begins to wait, with nobody there before. */
  void whenFirst(LongConsumer listener) {
    firstOfTenant = listener;
  }

  /**
   * Waits for work for so long at most. The claim was tried before, in vain.
   *
   * @return the waiter; its answer comes with work, with a refusal, or with the end of its time
   */
  Waiter admit(Caller caller, Claim claim, Duration length) {
    var worker = engine.reads().workers().one(caller.tenantId(), claim.workerEuid());
    var waiter =
        new Waiter(numbers.incrementAndGet(), caller, claim, Waiter.Kind.of(worker.profile()));
    var desk = desk(caller.tenantId());
    if (closed || !WaitShare.admits(waiting(), desk.size())) {
      waiter.answer.complete(waiter.nothing());
      return waiter;
    }
    boolean first = desk.size() == 0;
    desk.admit(waiter, length.toMillis());
    if (first) {
      firstOfTenant.accept(caller.tenantId());
    }
    if (closed) {
      desk.leave(waiter);
    }
    return waiter;
  }

  /** Nobody listens to its answer any more. */
  void leave(Waiter waiter) {
    desk(waiter.caller.tenantId()).leave(waiter);
  }

  private Desk desk(long tenantId) {
    return desks.computeIfAbsent(tenantId, id -> new Desk(id, engine, staff));
  }

  int waiting() {
    return desks.values().stream().mapToInt(Desk::size).sum();
  }

  @Override
  public void acted(long tenantId, Gain gain) {
    var desk = desks.get(tenantId);
    if (desk == null) {
      return;
    }
    if (gain.every()) {
      desk.lookEverywhere(Audience.ALL);
    } else {
      gain.queues().forEach(desk::look);
    }
  }

  @Override
  public void heard(long tenantId, Fingerprint queue) {
    var desk = desks.get(tenantId);
    if (desk == null) {
      return;
    }
    if (queue == null) {
      desk.lookEverywhere(Audience.ALL);
    } else {
      desk.look(queue);
    }
  }

  @Override
  public void lookEverywhere() {
    desks.values().forEach(desk -> desk.lookEverywhere(Audience.ALL));
  }

  @Override
  public Set<Long> tenants() {
    var some = new HashSet<Long>();
    desks.forEach(
        (tenantId, desk) -> {
          if (desk.size() > 0) {
            some.add(tenantId);
          }
        });
    return some;
  }

  /** Sends all home, and whoever comes later at once. */
  void close() {
    closed = true;
    desks.values().forEach(Desk::leaveAll);
  }
}
