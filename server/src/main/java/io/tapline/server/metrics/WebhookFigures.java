package io.tapline.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.tapline.server.database.DeliveryFence;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.database.TenantNames;
import io.tapline.tapdb.Tenants;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Deliveries of this server to the webhooks of each tenant. */
@Component
public final class WebhookFigures {

  private record OfTenant(
      Counter delivered,
      Counter failed,
      Counter deadLettered,
      AtomicLong lagMillis,
      AtomicLong failing) {}

  private final ServerMetrics metrics;
  private final TenantNames names;
  private final Map<Long, OfTenant> all = new ConcurrentHashMap<>();

  WebhookFigures(
      ServerMetrics metrics, TenantNames names, OpenDatabase database, DeliveryFence fence) {
    this.metrics = metrics;
    this.names = names;
    Gauge.builder(
            "tapline_deliveries_fenced",
            fence,
            one -> one.state() == DeliveryFence.State.OPEN ? 0 : 1)
        .description("1 while this server sends no events to webhooks")
        .register(metrics.registry());
    // Series exist from the first scrape on, so that a rate has a start value.
    new Tenants(database.serving()).all().forEach(tenant -> of(tenant.id()));
  }

  public void delivered(long tenantId) {
    of(tenantId).delivered.increment();
  }

  /** One failed delivery attempt. */
  public void failed(long tenantId) {
    of(tenantId).failed.increment();
  }

  public void deadLettered(long tenantId) {
    of(tenantId).deadLettered.increment();
  }

  /**
   * The state of the webhooks that this server delivers to.
   *
   * @param oldest age of the oldest undelivered event
   * @param failing number of webhooks with an event that waits for a retry
   */
  public void state(long tenantId, Duration oldest, int failing) {
    of(tenantId).lagMillis.set(oldest.toMillis());
    of(tenantId).failing.set(failing);
  }

  private OfTenant of(long tenantId) {
    return all.computeIfAbsent(tenantId, this::register);
  }

  private OfTenant register(long tenantId) {
    var tenant = names.nameOf(tenantId);
    var lag = new AtomicLong();
    Gauge.builder("tapline_webhook_lag_seconds", lag, millis -> millis.get() / 1e3)
        .description("Age of the oldest event that is not delivered to a webhook")
        .tag("tenant", tenant)
        .register(metrics.registry());
    var failing = new AtomicLong();
    Gauge.builder("tapline_webhook_failing", failing, AtomicLong::get)
        .description("Webhooks with an event that waits for a retry")
        .tag("tenant", tenant)
        .register(metrics.registry());
    return new OfTenant(
        counter("tapline_webhook_delivered", "Events that a webhook accepted", tenant),
        counter("tapline_webhook_failed", "Failed delivery attempts", tenant),
        counter("tapline_webhook_dead_lettered", "Events that became dead letters", tenant),
        lag,
        failing);
  }

  private Counter counter(String name, String about, String tenant) {
    return Counter.builder(name)
        .description(about)
        .tag("tenant", tenant)
        .register(metrics.registry());
  }
}
