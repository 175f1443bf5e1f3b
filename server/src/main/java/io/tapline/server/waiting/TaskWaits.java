package io.tapline.server.waiting;

import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Those who wait for the end of a task. Whoever brings news only says in which tenant; all tasks
 * that are waited for there are looked at together, by one short read.
 */
final class TaskWaits implements Signals.Room {

  private static final Logger LOG = LoggerFactory.getLogger(TaskWaits.class);

  /** Looks at one tenant are so far apart at least. */
  private static final long APART_MILLIS = 20;

  private record Wait(long tenantId, String taskId, CompletableFuture<Void> over) {}

  /** The waits of one tenant. */
  private static final class Place {
    private final Set<Wait> waits = new HashSet<>();
    private boolean looking;
    private boolean again;
  }

  private final Engine engine;
  private final Staff staff;
  private final Map<Long, Place> places = new ConcurrentHashMap<>();
  private final AtomicInteger taken = new AtomicInteger();
  private volatile LongConsumer firstOfTenant = tenantId -> {};
  private volatile boolean closed;

  TaskWaits(Engine engine, Staff staff, long lookMillis) {
    this.engine = engine;
    this.staff = staff;
    // Also for tasks that end by the passing of time alone.
    staff.every(lookMillis, this::lookEverywhere);
  }

  void whenFirst(LongConsumer listener) {
    firstOfTenant = listener;
  }

  /** Over when the task has ended, when the time has, or when nobody waits here any more. */
  CompletableFuture<Void> admit(long tenantId, String taskId, Duration length) {
    var wait = new Wait(tenantId, taskId, new CompletableFuture<>());
    var place = places.computeIfAbsent(tenantId, id -> new Place());
    boolean first;
    synchronized (place) {
      if (closed || !WaitShare.admits(taken.get(), place.waits.size())) {
        wait.over().complete(null);
        return wait.over();
      }
      taken.incrementAndGet();
      first = place.waits.isEmpty();
      place.waits.add(wait);
    }
    var end = staff.in(length.toMillis(), () -> wait.over().complete(null));
    wait.over()
        .whenComplete(
            (nothing, thrown) -> {
              end.cancel(false);
              taken.decrementAndGet();
              synchronized (place) {
                place.waits.remove(wait);
              }
            });
    if (first) {
      firstOfTenant.accept(tenantId);
    }
    if (closed) {
      wait.over().complete(null);
    }
    // It may have ended just before.
    look(tenantId);
    return wait.over();
  }

  private void look(long tenantId) {
    var place = places.get(tenantId);
    if (place == null) {
      return;
    }
    synchronized (place) {
      if (place.waits.isEmpty()) {
        return;
      }
      if (place.looking) {
        place.again = true;
        return;
      }
      place.looking = true;
    }
    submit(place, tenantId);
  }

  private void submit(Place place, long tenantId) {
    try {
      staff.now(() -> lookAround(place, tenantId));
    } catch (RejectedExecutionException e) {
      LOG.debug("the server ends; all who wait have been sent home", e);
    }
  }

  private void lookAround(Place place, long tenantId) {
    List<Wait> waits;
    synchronized (place) {
      waits = List.copyOf(place.waits);
      place.again = false;
    }
    try {
      var asked = new HashSet<String>();
      waits.forEach(wait -> asked.add(wait.taskId()));
      var ended = new HashSet<String>();
      engine.reads().tasks().ended(tenantId, asked).forEach(task -> ended.add(task.euid()));
      waits.stream()
          .filter(wait -> ended.contains(wait.taskId()))
          .forEach(wait -> wait.over().complete(null));
    } catch (RuntimeException e) {
      LOG.warn("cannot see what became of tasks; the next look comes within a second", e);
    }
    synchronized (place) {
      place.looking = place.again && !place.waits.isEmpty();
      if (place.looking) {
        staff.in(APART_MILLIS, () -> submit(place, tenantId));
      }
    }
  }

  @Override
  public void acted(long tenantId, Gain gain) {
    look(tenantId);
  }

  @Override
  public void heard(long tenantId, Fingerprint queue) {
    look(tenantId);
  }

  @Override
  public void lookEverywhere() {
    places.keySet().forEach(this::look);
  }

  @Override
  public Set<Long> tenants() {
    var some = new HashSet<Long>();
    places.forEach(
        (tenantId, place) -> {
          synchronized (place) {
            if (!place.waits.isEmpty()) {
              some.add(tenantId);
            }
          }
        });
    return some;
  }

  /** Sends all home, and whoever comes later at once. */
  void close() {
    closed = true;
    for (var place : places.values()) {
      List<Wait> waits;
      synchronized (place) {
        waits = List.copyOf(place.waits);
      }
      waits.forEach(wait -> wait.over().complete(null));
    }
  }
}
