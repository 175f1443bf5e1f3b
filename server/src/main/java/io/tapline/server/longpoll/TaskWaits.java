package io.tapline.server.longpoll;

import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.FairShare;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that wait for the end of a task. A signal only names the tenant; one short read checks
 * all its awaited tasks.
 */
final class TaskWaits implements ActivityListener {

  private static final Logger LOG = LoggerFactory.getLogger(TaskWaits.class);

  /** Shortest interval between two reads of a tenant. */
  private static final long APART_MILLIS = 20;

  private record TaskWait(long tenantId, String taskId, CompletableFuture<Void> over) {}

  private static final class TenantWaits {
    private final Set<TaskWait> waits = new HashSet<>();
    private boolean looking;
    private boolean again;
  }

  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final Map<Long, TenantWaits> places = new ConcurrentHashMap<>();
  private final FairShare seats;
  private volatile LongConsumer firstOfTenant = tenantId -> {};
  private volatile boolean closed;

  /**
   * @param seats a request beyond the share of its tenant is answered at once
   */
  TaskWaits(Engine engine, WaitScheduler waitScheduler, long lookMillis, FairShare seats) {
    this.seats = seats;
    this.engine = engine;
    this.waitScheduler = waitScheduler;
    // Some tasks end by the passing of time, without a signal.
    waitScheduler.every(lookMillis, this::lookEverywhere);
  }

  void whenFirst(LongConsumer listener) {
    firstOfTenant = listener;
  }

  /** Completes when the task ends, at the time limit, or when the server stops waiting. */
  CompletableFuture<Void> admit(long tenantId, String taskId, Duration length) {
    var taskWait = new TaskWait(tenantId, taskId, new CompletableFuture<>());
    var tenantWaits = places.computeIfAbsent(tenantId, id -> new TenantWaits());
    var seat = seats.take(FairShare.Owner.tenant(tenantId));
    if (seat == null) {
      taskWait.over().complete(null);
      return taskWait.over();
    }
    taskWait.over().whenComplete((nothing, thrown) -> seat.close());
    boolean first;
    synchronized (tenantWaits) {
      if (closed) {
        taskWait.over().complete(null);
        return taskWait.over();
      }
      first = tenantWaits.waits.isEmpty();
      tenantWaits.waits.add(taskWait);
    }
    var end = waitScheduler.in(length.toMillis(), () -> taskWait.over().complete(null));
    taskWait
        .over()
        .whenComplete(
            (nothing, thrown) -> {
              end.cancel(false);
              synchronized (tenantWaits) {
                tenantWaits.waits.remove(taskWait);
              }
            });
    if (first) {
      firstOfTenant.accept(tenantId);
    }
    if (closed) {
      taskWait.over().complete(null);
    }
    // The task may have ended just before.
    look(tenantId);
    return taskWait.over();
  }

  private void look(long tenantId) {
    var tenantWaits = places.get(tenantId);
    if (tenantWaits == null) {
      return;
    }
    synchronized (tenantWaits) {
      if (tenantWaits.waits.isEmpty()) {
        return;
      }
      if (tenantWaits.looking) {
        tenantWaits.again = true;
        return;
      }
      tenantWaits.looking = true;
    }
    submit(tenantWaits, tenantId);
  }

  private void submit(TenantWaits tenantWaits, long tenantId) {
    try {
      waitScheduler.now(tenantId, () -> lookAround(tenantWaits, tenantId));
    } catch (RejectedExecutionException e) {
      LOG.debug("the server stops; all waiting requests were answered", e);
    }
  }

  private void lookAround(TenantWaits tenantWaits, long tenantId) {
    List<TaskWait> waits;
    synchronized (tenantWaits) {
      waits = List.copyOf(tenantWaits.waits);
      tenantWaits.again = false;
    }
    try {
      var taskIds = new HashSet<String>();
      waits.forEach(taskWait -> taskIds.add(taskWait.taskId()));
      var ended = new HashSet<String>();
      engine.reads().tasks().ended(tenantId, taskIds).forEach(task -> ended.add(task.euid()));
      waits.stream()
          .filter(taskWait -> ended.contains(taskWait.taskId()))
          .forEach(taskWait -> taskWait.over().complete(null));
    } catch (RuntimeException e) {
      engine.failures().failed(Task.LONG_POLL, "tasks of tenant " + tenantId, e);
    }
    synchronized (tenantWaits) {
      tenantWaits.looking = tenantWaits.again && !tenantWaits.waits.isEmpty();
      if (tenantWaits.looking) {
        waitScheduler.in(APART_MILLIS, () -> submit(tenantWaits, tenantId));
      }
    }
  }

  @Override
  public void acted(long tenantId) {
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
        (tenantId, tenantWaits) -> {
          synchronized (tenantWaits) {
            if (!tenantWaits.waits.isEmpty()) {
              some.add(tenantId);
            }
          }
        });
    return some;
  }

  /** Answers all waiting requests, and answers later ones at once. */
  void close() {
    closed = true;
    for (var tenantWaits : places.values()) {
      List<TaskWait> waits;
      synchronized (tenantWaits) {
        waits = List.copyOf(tenantWaits.waits);
      }
      waits.forEach(taskWait -> taskWait.over().complete(null));
    }
  }
}
