package io.tapline.engine;

import io.tapline.tapdb.Tenants;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does one piece of upkeep for every tenant. Any number of servers may run the same one. */
final class TenantRound implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(TenantRound.class);

  private final String name;
  private final LongConsumer work;
  private final Tenants tenants;
  private final BooleanSupplier stopping;

  /**
   * @param name of the work, for the log
   * @param work takes the id of a tenant
   * @param stopping whether the tenants that are left are for another round, or another server
   */
  TenantRound(String name, LongConsumer work, DataSource serving, BooleanSupplier stopping) {
    this.name = name;
    this.work = work;
    this.tenants = new Tenants(serving);
    this.stopping = stopping;
  }

  /** A tenant for which the work fails does not keep the others from theirs. */
  @Override
  public void run() {
    for (var tenant : tenants.all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      try {
        work.accept(tenant.id());
      } catch (RuntimeException e) {
        LOG.warn("{} of tenant {} failed; the next round tries again", name, tenant.key(), e);
      }
    }
  }
}
