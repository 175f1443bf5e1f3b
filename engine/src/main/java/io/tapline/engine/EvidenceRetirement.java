package io.tapline.engine;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Retires archived jobs whose evidence is past the retention time of the queue: a tombstone
 * replaces the job, its properties and its evidence. It runs in small transactions on the
 * connection of the owner, and changes nothing while the kill switch is off.
 */
public final class EvidenceRetirement implements Runnable {

  /** Limit for a fault that affects every job, which would otherwise be logged once for each. */
  private static final int MOST_FAILURES = 100;

  private final Engine engine;
  private final BackgroundFailures failures;
  private final Runnable round;
  private final TapDb owner;
  private final BooleanSupplier stopping;

  public EvidenceRetirement(Engine engine, DataSource serving, DataSource owner) {
    this(engine, serving, owner, () -> false);
  }

  /**
   * @param stopping whether the remaining jobs are left to another run or another server
   */
  EvidenceRetirement(
      Engine engine, DataSource serving, DataSource owner, BooleanSupplier stopping) {
    this.engine = engine;
    this.failures = engine.failures();
    this.owner = new TapDb(owner);
    this.stopping = stopping;
    this.round =
        new TenantRound(failures, Task.EVIDENCE_RETIREMENT, this::retire, serving, stopping);
  }

  /** A tenant that fails does not affect the others. */
  @Override
  public void run() {
    round.run();
  }

  /**
   * Retires all due jobs of a tenant, in steps. A job that fails is counted, logged and left to the
   * next run; so are the others if another transaction holds a job, or if {@link #MOST_FAILURES}
   * have failed.
   *
   * @return number of retired jobs
   */
  public int retire(long tenantId) {
    int retired = 0;
    var failed = new HashSet<Long>();
    boolean more = true;
    while (more && !stopping.getAsBoolean() && engine.substrateEnabled(tenantId)) {
      var due = owner.transaction(tenantId, tx -> ExpiredEvidence.due(tx, failed));
      int failedBefore = failed.size();
      int step = step(tenantId, due, failed);
      retired += step;
      more =
          step + failed.size() - failedBefore == ExpiredEvidence.STEP
              && failed.size() < MOST_FAILURES;
    }
    return retired;
  }

  private int step(long tenantId, List<Long> due, Set<Long> failed) {
    try {
      return due.isEmpty() ? 0 : retire(tenantId, due);
    } catch (StoreException e) {
      if (!e.connected()) {
        throw e;
      }
      // One of them failed the whole transaction, so each is retried alone.
      return due.stream().mapToInt(uid -> alone(tenantId, uid, failed)).sum();
    }
  }

  private int alone(long tenantId, long uid, Set<Long> failed) {
    var name = "tenant " + tenantId + ", job uid " + uid;
    int retired =
        failures.isolate(Task.EVIDENCE_RETIREMENT, name, -1, () -> retire(tenantId, List.of(uid)));
    if (retired < 0) {
      failed.add(uid);
    }
    return Math.max(retired, 0);
  }

  private int retire(long tenantId, List<Long> uids) {
    return owner.transaction(tenantId, tx -> ExpiredEvidence.retire(tx, uids));
  }
}
