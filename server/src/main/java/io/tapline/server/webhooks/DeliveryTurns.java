package io.tapline.server.webhooks;

import io.tapline.server.base.ExecutorStop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/**
 * Distributes the delivery threads among tenants. Tenants take turns, and none has more threads at
 * once than an equal share that leaves one share free for the next tenant: a hundred slow receivers
 * of one tenant do not delay the deliveries of another.
 */
final class DeliveryTurns {

  private final int threads;
  private final ExecutorService executor;
  private final Map<Long, TenantTurns> tenants = new LinkedHashMap<>();
  private int running;

  private static final class TenantTurns {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;
  }

  /**
   * @param executor has {@code threads} threads
   */
  DeliveryTurns(int threads, ExecutorService executor) {
    this.threads = threads;
    this.executor = executor;
  }

  /**
   * Runs the turn once a thread of the share of the tenant is free; the result completes after it.
   */
  synchronized CompletableFuture<Void> submit(long tenantId, Runnable turn) {
    var ended = new CompletableFuture<Void>();
    tenants
        .computeIfAbsent(tenantId, id -> new TenantTurns())
        .waiting
        .add(
            () -> {
              try {
                turn.run();
                ended.complete(null);
              } catch (RuntimeException | Error e) {
                ended.completeExceptionally(e);
              }
            });
    startNext();
    return ended;
  }

  private synchronized void startNext() {
    boolean started = true;
    while (started && running < threads) {
      started = false;
      int share = Math.max(1, threads / (tenants.size() + 1));
      for (var tenantId : List.copyOf(tenants.keySet())) {
        var tenant = tenants.get(tenantId);
        if (running < threads && tenant.running < share && !tenant.waiting.isEmpty()) {
          // The tenant moves to the end of the order.
          tenants.remove(tenantId);
          tenants.put(tenantId, tenant);
          start(tenantId, tenant);
          started = true;
        }
      }
    }
  }

  private void start(long tenantId, TenantTurns tenant) {
    var turn = tenant.waiting.remove();
    tenant.running++;
    running++;
    executor.execute(
        () -> {
          try {
            turn.run();
          } finally {
            end(tenantId, tenant);
          }
        });
  }

  private synchronized void end(long tenantId, TenantTurns tenant) {
    tenant.running--;
    running--;
    if (tenant.running == 0 && tenant.waiting.isEmpty()) {
      tenants.remove(tenantId);
    }
    if (!executor.isShutdown()) {
      startNext();
    }
  }

  /** Lets running turns end; waiting ones do not start. */
  void stop(Duration patience) {
    synchronized (this) {
      tenants.values().forEach(tenant -> tenant.waiting.clear());
    }
    ExecutorStop.orderly(patience, List.of(executor));
  }
}
