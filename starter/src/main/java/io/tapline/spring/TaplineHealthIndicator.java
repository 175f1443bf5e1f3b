package io.tapline.spring;

import io.tapline.engine.Engine;
import io.tapline.tapdb.Tenants;
import javax.sql.DataSource;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up while the database answers and contains the tenant. */
final class TaplineHealthIndicator extends AbstractHealthIndicator {

  private final Tenants tenants;
  private final Engine engine;
  private final TaplineProperties settings;
  private final TaplineWorkers workers;

  /**
   * @param workers null if handlers are disabled
   */
  TaplineHealthIndicator(
      Engine engine, DataSource application, TaplineProperties settings, TaplineWorkers workers) {
    super("Tapline does not answer");
    this.engine = engine;
    this.tenants = new Tenants(application);
    this.settings = settings;
    this.workers = workers;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    var tenant = tenants.byKey(settings.tenant());
    if (tenant.isEmpty()) {
      health.down().withDetail("tenant", settings.tenant() + " does not exist");
      return;
    }
    health
        .up()
        .withDetail("tenant", settings.tenant())
        .withDetail("queues", engine.reads().outlook().every(tenant.get().id(), 1).size());
    if (workers != null) {
      health.withDetail("served", workers.queueKeys()).withDetail("in_flight", workers.inFlight());
    }
  }
}
