package io.tapline.engine;

import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.tapdb.TapDb;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/**
 * Deletes the evidence of work that was put away, once it is past the term that its queue gave it:
 * in small transactions, by the owner's connection. Where the kill switch is off it touches
 * nothing.
 */
public final class EvidenceRetirement implements Runnable {

  private final Engine engine;
  private final Runnable round;
  private final TapDb owner;
  private final BooleanSupplier stopping;

  public EvidenceRetirement(Engine engine, DataSource serving, DataSource owner) {
    this(engine, serving, owner, () -> false);
  }

  /**
   * @param stopping whether what is left is for another pass, or another server
   */
  EvidenceRetirement(
      Engine engine, DataSource serving, DataSource owner, BooleanSupplier stopping) {
    this.engine = engine;
    this.owner = new TapDb(owner);
    this.stopping = stopping;
    this.round =
        new TenantRound(
            engine.failures(), Task.EVIDENCE_RETIREMENT, this::retire, serving, stopping);
  }

  /** One pass; a tenant whose retirement fails does not keep the others from theirs. */
  @Override
  public void run() {
    round.run();
  }

  /** Returns how many subjects lost their evidence. */
  public int retire(long tenantId) {
    int retired = 0;
    while (!stopping.getAsBoolean() && engine.substrateEnabled(tenantId)) {
      int step = owner.transaction(tenantId, ExpiredEvidence::retire);
      retired += step;
      if (step < ExpiredEvidence.STEP) {
        break;
      }
    }
    return retired;
  }
}
