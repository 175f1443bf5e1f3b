package io.tapline.engine.read.queue;

import io.tapline.api.request.Claim;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.ClaimDemandRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the queues that workers claim from. A claim only updates memory; the counts are written
 * for all servers at intervals, so that a claim has no additional cost.
 */
public final class ClaimDemand {

  /**
   * A worker that claimed within this time serves the queue. A claim that waits at the server is
   * counted repeatedly.
   */
  public static final Duration WINDOW = Duration.ofMinutes(2);

  /** Interval between two writes for a worker that continues to claim. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** Maximum number of pairs of worker and queue kept between two writes. */
  private static final int MOST = 100_000;

  private record WorkerQueue(long workerUid, String queueKey) {}

  /** The demand of the workers of one tenant. */
  private static final class TenantDemand {
    /** Pairs since the last write, each with the time of this machine. */
    final Map<WorkerQueue, Long> queues = new ConcurrentHashMap<>();

    /** The time of the last write, by the clock of the database; guarded by this object. */
    final Map<WorkerQueue, Instant> written = new HashMap<>();
  }

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final Map<Long, TenantDemand> tenants = new ConcurrentHashMap<>();

  public ClaimDemand(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    tapDb.onNewIncarnation(tenants::clear);
  }

  /**
   * Counts the claim of an existing worker with permission. A claim that names a job is no demand.
   */
  public void noteClaim(long tenantId, Claim claim) {
    if (claim.subjectEuid() != null) {
      return;
    }
    var tenantDemand = tenants.computeIfAbsent(tenantId, tenant -> new TenantDemand());
    var uid = EuidMint.uidOf(claim.workerEuid());
    if (uid.isPresent() && tenantDemand.queues.size() < MOST) {
      var any = claim.queueKey() == null ? ClaimDemandRows.ANY : claim.queueKey();
      var queues = claim.queueKeys() == null ? List.of(any) : claim.queueKeys();
      for (var queue : queues) {
        tenantDemand.queues.put(new WorkerQueue(uid.getAsLong(), queue), System.nanoTime());
      }
    }
  }

  /** Writes the demand since the last call. The caller repeats it every few seconds. */
  public void note() {
    tenants.forEach(
        (tenant, tenantDemand) -> {
          if (!tenantDemand.queues.isEmpty()) {
            note(tenant, tenantDemand);
          }
        });
  }

  private void note(long tenantId, TenantDemand tenantDemand) {
    synchronized (tenantDemand) {
      var taken = Map.copyOf(tenantDemand.queues);
      var now = tapDb.transaction(tenantId, tx -> write(tx, taken.keySet(), tenantDemand));
      // A pair that was counted again meanwhile stays for the next write.
      taken.forEach(tenantDemand.queues::remove);
      tenantDemand.written.values().removeIf(at -> at.plus(WINDOW).isBefore(now));
    }
  }

  private Instant write(Tx tx, Set<WorkerQueue> queues, TenantDemand tenantDemand)
      throws SQLException {
    var now = ReadClock.read(tx);
    var due =
        queues.stream()
            .filter(workerQueue -> due(tenantDemand.written.get(workerQueue), now))
            .toList();
    if (due.isEmpty()) {
      return now;
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, templateCache, 1);
    var byQueue = new TreeMap<String, List<Long>>();
    due.forEach(
        workerQueue ->
            byQueue
                .computeIfAbsent(workerQueue.queueKey(), key -> new ArrayList<>())
                .add(workerQueue.workerUid()));
    ClaimDemandRows.write(
        tx,
        templateCache,
        clockAndIds.next(templateCache.template(tx, TemplateCache.ASKED_QUEUES)),
        clockAndIds.now(),
        byQueue);
    due.forEach(workerQueue -> tenantDemand.written.put(workerQueue, clockAndIds.now()));
    return now;
  }

  private static boolean due(Instant written, Instant now) {
    return written == null || !written.plus(AGAIN).isAfter(now) || written.isAfter(now);
  }

  /** The uids of workers by the key of the queue that they claimed from recently, at any server. */
  Map<String, Set<Long>> lately(Tx tx, Instant now) throws SQLException {
    var queues = ClaimDemandRows.since(tx, now.minus(WINDOW));
    var tenantDemand = tenants.get(tx.tenantId());
    if (tenantDemand != null) {
      long since = System.nanoTime() - WINDOW.toNanos();
      tenantDemand.queues.forEach(
          (workerQueue, at) -> {
            if (at - since > 0) {
              queues
                  .computeIfAbsent(workerQueue.queueKey(), key -> new HashSet<>())
                  .add(workerQueue.workerUid());
            }
          });
    }
    return queues;
  }
}
