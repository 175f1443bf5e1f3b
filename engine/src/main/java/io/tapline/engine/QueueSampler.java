package io.tapline.engine;

import io.tapline.tapdb.Tenants;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Samples the queues of every tenant, for charts. Any number of servers may run one. */
public final class QueueSampler implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(QueueSampler.class);

  private final Engine engine;
  private final Tenants tenants;
  private final BooleanSupplier stopping;

  /**
   * @param stopping whether the tenants that are left are for another pass, or another server
   */
  QueueSampler(Engine engine, DataSource serving, BooleanSupplier stopping) {
    this.engine = engine;
    this.tenants = new Tenants(serving);
    this.stopping = stopping;
  }

  /** One pass; a tenant whose sample fails does not keep the others from theirs. */
  @Override
  public void run() {
    for (var tenant : tenants.all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      try {
        engine.sample(tenant.id());
      } catch (RuntimeException e) {
        LOG.warn("no sample of tenant {}'s queues; the next pass tries again", tenant.key(), e);
      }
    }
  }
}
