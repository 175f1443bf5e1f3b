package io.tapline.engine;

import io.tapline.engine.store.ExpiredEvidence;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tenants;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the evidence of work that was put away, once it is past the term that its queue gave it:
 * in small transactions, by the owner's connection. Where the kill switch is off it touches
 * nothing.
 */
public final class EvidenceRetirement implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(EvidenceRetirement.class);

  private final Engine engine;
  private final Tenants tenants;
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
    this.tenants = new Tenants(serving);
    this.owner = new TapDb(owner);
    this.stopping = stopping;
  }

  /** One pass; a tenant whose retirement fails does not keep the others from theirs. */
  @Override
  public void run() {
    for (var tenant : tenants.all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      try {
        retire(tenant.id());
      } catch (RuntimeException e) {
        LOG.warn("retirement of tenant {} failed; the next pass tries again", tenant.key(), e);
      }
    }
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
