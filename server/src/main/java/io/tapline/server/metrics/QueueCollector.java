package io.tapline.server.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.tapline.api.QueueMetrics;
import io.tapline.server.database.TenantNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.springframework.stereotype.Component;

/**
 * The metrics of the queues in the Prometheus format, created anew at every scrape, so that a
 * deleted queue leaves no series.
 */
@Component
final class QueueCollector implements MultiCollector {

  private static final String TENANT = "tenant";
  private static final String QUEUE = "queue";

  private final DatabaseProbe probe;
  private final QueueSurvey survey;
  private final ActionMetrics counts;
  private final TenantNames tenants;

  QueueCollector(
      DatabaseProbe probe, QueueSurvey survey, ActionMetrics counts, TenantNames tenants) {
    this.probe = probe;
    this.survey = survey;
    this.counts = counts;
    this.tenants = tenants;
  }

  @Override
  public MetricSnapshots collect() {
    var answer = probe.ask();
    var figures = survey.figures();
    var tenantFigures = figures == null ? List.<QueueSurvey.TenantFigures>of() : figures.tenants();
    var all = new ArrayList<MetricSnapshot>();
    all.add(
        single(
            "tapline_database_up",
            "1 if the database answers, 0 otherwise",
            answer.join() ? 1 : 0));
    if (figures != null) {
      all.add(
          single(
              "tapline_survey_seconds",
              "Duration of reading the figures of all queues",
              seconds(figures.took())));
      all.add(
          single(
              "tapline_survey_age_seconds",
              "Age of the figures of all queues",
              seconds(figures.age())));
    }
    var shown = shown(tenantFigures);
    for (var gauge : QueueGauge.values()) {
      all.add(gauge(gauge, shown));
    }
    for (var total : QueueTotal.values()) {
      all.add(total(total, shown));
    }
    for (var count : QueueCount.values()) {
      all.add(count(count));
    }
    all.add(durations(shown));
    all.add(
        ofTenants(
            "tapline_feed_lag",
            "Committed events that wait for an older transaction, counted up to 10,000",
            tenantFigures,
            QueueSurvey.TenantFigures::feedLag));
    all.add(
        ofTenants(
            "tapline_new_work_enabled",
            "1 while new jobs are accepted, 0 while the kill switch is off",
            tenantFigures,
            tenant -> tenant.enabled() ? 1 : 0));
    all.add(refusals());
    return new MetricSnapshots(all);
  }

  private record LabelledQueue(Labels labels, QueueMetrics metrics) {}

  /** Limits the number of queues so that a scrape stays small. */
  private static List<LabelledQueue> shown(List<QueueSurvey.TenantFigures> figures) {
    var shown = new ArrayList<LabelledQueue>();
    for (var tenant : figures) {
      for (var queue : tenant.queues()) {
        if (shown.size() == ActionMetrics.MOST_QUEUES) {
          return shown;
        }
        shown.add(
            new LabelledQueue(
                Labels.of(TENANT, tenant.tenant().key(), QUEUE, queue.queueKey()), queue));
      }
    }
    return shown;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static MetricSnapshot single(String name, String about, double value) {
    return GaugeSnapshot.builder()
        .name(name)
        .help(about)
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
        .build();
  }

  private static MetricSnapshot gauge(QueueGauge gauge, List<LabelledQueue> shown) {
    var built = GaugeSnapshot.builder().name(gauge.metric()).help(gauge.about());
    for (var queue : shown) {
      var value = gauge.of(queue.metrics());
      if (value != null) {
        built.dataPoint(
            GaugeDataPointSnapshot.builder()
                .labels(queue.labels())
                .value(value.doubleValue())
                .build());
      }
    }
    return built.build();
  }

  private static MetricSnapshot total(QueueTotal total, List<LabelledQueue> shown) {
    var built = CounterSnapshot.builder().name(total.metric()).help(total.about());
    for (var queue : shown) {
      built.dataPoint(point(queue.labels(), total.of(queue.metrics())));
    }
    return built.build();
  }

  private MetricSnapshot count(QueueCount count) {
    var built = CounterSnapshot.builder().name(count.metric()).help(count.about());
    counts.eachQueue(
        (tenantQueue, all) ->
            built.dataPoint(
                point(
                    Labels.of(
                        TENANT,
                        tenants.nameOf(tenantQueue.tenantId()),
                        QUEUE,
                        tenantQueue.queueKey()),
                    all.get(count).sum())));
    return built.build();
  }

  /** Quantiles of the last five minutes, so there is neither a total count nor a sum. */
  private static MetricSnapshot durations(List<LabelledQueue> shown) {
    var built =
        SummarySnapshot.builder()
            .name("tapline_job_duration_seconds")
            .help("Duration of attempts that ended in the last five minutes, from claim to end");
    for (var queue : shown) {
      if (queue.metrics().durationP50Seconds() != null) {
        built.dataPoint(
            SummaryDataPointSnapshot.builder()
                .labels(queue.labels())
                .quantiles(
                    Quantiles.of(
                        new Quantile(0.5, queue.metrics().durationP50Seconds()),
                        new Quantile(0.95, queue.metrics().durationP95Seconds())))
                .build());
      }
    }
    return built.build();
  }

  private static MetricSnapshot ofTenants(
      String name,
      String about,
      List<QueueSurvey.TenantFigures> figures,
      ToDoubleFunction<QueueSurvey.TenantFigures> figure) {
    var built = GaugeSnapshot.builder().name(name).help(about);
    for (var tenant : figures) {
      built.dataPoint(
          GaugeDataPointSnapshot.builder()
              .labels(Labels.of(TENANT, tenant.tenant().key()))
              .value(figure.applyAsDouble(tenant))
              .build());
    }
    return built.build();
  }

  private MetricSnapshot refusals() {
    var built =
        CounterSnapshot.builder()
            .name("tapline_refusals")
            .help("Refused requests, by action and code");
    counts.eachRefusal(
        (refusedAction, count) ->
            built.dataPoint(
                point(
                    Labels.of(
                        TENANT,
                        tenants.nameOf(refusedAction.tenantId()),
                        "action",
                        refusedAction.action().wire(),
                        "code",
                        refusedAction.code().name()),
                    count.sum())));
    return built.build();
  }

  private static CounterDataPointSnapshot point(Labels labels, double value) {
    return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
  }
}
