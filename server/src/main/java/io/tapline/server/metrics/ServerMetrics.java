package io.tapline.server.metrics;

import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.store.ClockSetBack;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.logging.LogQueue;
import jakarta.annotation.PreDestroy;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** All metrics of this server: queues, actions, requests, pool and JVM. */
@Component
public final class ServerMetrics {

  /** Content type of the Prometheus text format. */
  static final String MEDIA_TYPE = "text/plain;version=0.0.4;charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final JvmGcMetrics collections = new JvmGcMetrics();

  ServerMetrics(
      QueueCollector queues,
      ActionMetrics actions,
      OpenDatabase database,
      Engine engine,
      ServerShares shares) {
    var underneath = new PrometheusRegistry();
    underneath.register(queues);
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, underneath, Clock.SYSTEM);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    actions.bindTo(registry);
    FunctionCounter.builder("tapline_log_lines_dropped", this, all -> LogQueue.dropped())
        .description("Log lines dropped because the console was too slow")
        .register(registry);
    for (var task : Task.values()) {
      FunctionCounter.builder(
              "tapline_background_failures", engine.failures(), failures -> failures.count(task))
          .description("Parts of background work that failed and were skipped")
          .tag("task", task.label())
          .register(registry);
    }
    FunctionCounter.builder("tapline_clock_set_back", this, all -> ClockSetBack.actions())
        .description("Actions on jobs whose newest time is later than the database's clock")
        .register(registry);
    for (var resource : LimitedResource.values()) {
      measure(resource, shares.of(resource));
    }
    database.measure(new MicrometerMetricsTrackerFactory(registry));
  }

  private void measure(LimitedResource resource, FairShare share) {
    Gauge.builder("tapline_limit_most", share, FairShare::total)
        .description("Total of a limited resource for all clients of this server")
        .tag("resource", resource.label())
        .register(registry);
    Gauge.builder("tapline_limit_used", share, FairShare::held)
        .description("Current use of a limited resource by clients")
        .tag("resource", resource.label())
        .register(registry);
    FunctionCounter.builder("tapline_limit_refusals", share, FairShare::refused)
        .description("Requests beyond their share of a limited resource")
        .tag("resource", resource.label())
        .register(registry);
  }

  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /** The metrics of all tenants. */
  String text() {
    return registry.scrape();
  }

  /** The metrics of one tenant and of the server, without those of other tenants. */
  String text(String tenantKey) {
    var own = "tenant=\"" + tenantKey + "\"";
    // Neither tenant keys nor queue keys can contain a quote, so the label cannot be forged.
    return text()
        .lines()
        .filter(line -> line.startsWith("#") || !line.contains("tenant=\"") || line.contains(own))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @PreDestroy
  void close() {
    collections.close();
    registry.close();
  }
}
