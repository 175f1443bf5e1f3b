package io.tapline.engine.read.queue;

import io.tapline.engine.command.Claim;
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
 * Counts which queues workers ask for work. A claim only remembers it here, in memory; now and then
 * it is written down for all servers, so that a claim costs what it did.
 */
public final class ClaimDemand {

  /** Who asked within this time serves the queue. A claim that waits at the server asks anew. */
  public static final Duration WINDOW = Duration.ofMinutes(2);

  /** One who goes on asking is written down again after so long. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** More pairs of a worker and a queue are not kept between two notes. */
  private static final int MOST = 100_000;

  private record WorkerQueue(long workerUid, String queueKey) {}

  /** What one tenant's workers asked for. */
  private static final class TenantDemand {
    /** Since the last note, each with the time of this machine. */
    final Map<WorkerQueue, Long> asked = new ConcurrentHashMap<>();

    /** When it was last written down, by the database's clock; guarded by this object. */
    final Map<WorkerQueue, Instant> written = new HashMap<>();
  }

  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final Map<Long, TenantDemand> tenants = new ConcurrentHashMap<>();

  public ClaimDemand(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
    tapDb.onNewLife(tenants::clear);
  }

  /** A worker that exists asked, and may. One that named a subject does not ask for work. */
  public void asked(long tenantId, Claim claim) {
    if (claim.subjectEuid() != null) {
      return;
    }
    var tenantDemand = tenants.computeIfAbsent(tenantId, tenant -> new TenantDemand());
    var uid = EuidMint.uidOf(claim.workerEuid());
    if (uid.isPresent() && tenantDemand.asked.size() < MOST) {
      var queue = claim.queueKey() == null ? ClaimDemandRows.ANY : claim.queueKey();
      tenantDemand.asked.put(new WorkerQueue(uid.getAsLong(), queue), System.nanoTime());
    }
  }

  /** Writes down what was asked since the last time. To be called every few seconds. */
  public void note() {
    tenants.forEach(
        (tenant, tenantDemand) -> {
          if (!tenantDemand.asked.isEmpty()) {
            note(tenant, tenantDemand);
          }
        });
  }

  private void note(long tenantId, TenantDemand tenantDemand) {
    synchronized (tenantDemand) {
      var taken = Map.copyOf(tenantDemand.asked);
      var now = tapDb.transaction(tenantId, tx -> write(tx, taken.keySet(), tenantDemand));
      // One that asked again meanwhile stays for the next note.
      taken.forEach(tenantDemand.asked::remove);
      tenantDemand.written.values().removeIf(at -> at.plus(WINDOW).isBefore(now));
    }
  }

  private Instant write(Tx tx, Set<WorkerQueue> asked, TenantDemand tenantDemand)
      throws SQLException {
    var now = ReadClock.read(tx);
    var due =
        asked.stream()
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

  /** The uids of workers by the key of the queue that they asked lately, wherever they did. */
  Map<String, Set<Long>> lately(Tx tx, Instant now) throws SQLException {
    var asked = ClaimDemandRows.since(tx, now.minus(WINDOW));
    var tenantDemand = tenants.get(tx.tenantId());
    if (tenantDemand != null) {
      long since = System.nanoTime() - WINDOW.toNanos();
      tenantDemand.asked.forEach(
          (workerQueue, at) -> {
            if (at - since > 0) {
              asked
                  .computeIfAbsent(workerQueue.queueKey(), key -> new HashSet<>())
                  .add(workerQueue.workerUid());
            }
          });
    }
    return asked;
  }
}
