package io.tapline.engine;

import io.tapline.tapdb.Tenants;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles lapsed leases of every tenant, so that what is stored catches up with what is true. Never
 * needed for correctness; any number of servers may run one.
 */
public final class LapseSweeper implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LapseSweeper.class);

  private final Engine engine;
  private final Tenants tenants;
  private final BooleanSupplier stopping;

  /**
   * @param stopping whether the tenants that are left are for another pass, or another server
   */
  LapseSweeper(Engine engine, DataSource serving, BooleanSupplier stopping) {
    this.engine = engine;
    this.tenants = new Tenants(serving);
    this.stopping = stopping;
  }

  /** One pass; a tenant whose sweep fails does not keep the others from theirs. */
  @Override
  public void run() {
    for (var tenant : tenants.all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      try {
        engine.sweep(tenant.id());
      } catch (RuntimeException e) {
        LOG.warn("sweep of tenant {} failed; the next pass tries again", tenant.key(), e);
      }
    }
  }
}
