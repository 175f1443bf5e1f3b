package io.tapline.server.metrics;

import io.tapline.api.QueueMetrics;
import java.util.function.Function;

/** Gauges by queue that are read from the database: equal on every server. */
enum QueueGauge {
  QUEUE_DEPTH("queue_depth", "Claimable jobs", QueueMetrics::queueDepth),
  PAUSED_DEPTH(
      "paused_depth",
      "Jobs that would be claimable if the queue were resumed",
      QueueMetrics::pausedDepth),
  OLDEST(
      "oldest_job_age_seconds",
      "Waiting time of the oldest visible job",
      QueueMetrics::oldestJobAgeSeconds),
  NEWEST(
      "newest_job_age_seconds",
      "Waiting time of the newest visible job",
      QueueMetrics::newestJobAgeSeconds),
  ACTIVE_LEASES("active_leases", "Live leases", QueueMetrics::activeLeases),
  SUCCESSES(
      "throughput_success_per_minute",
      "Execution records that succeeded, over the last five minutes",
      QueueMetrics::throughputSuccessPerMinute),
  THROUGHPUT_FAILURE(
      "throughput_failure_per_minute",
      "Execution records that failed, over the last five minutes",
      QueueMetrics::throughputFailurePerMinute),
  FAILURE_RATE(
      "failure_rate",
      "Ratio of failed to ended records, over the last five minutes",
      QueueMetrics::failureRate),
  DEAD_LETTERS("dead_letter_count", "Open dead letters", QueueMetrics::deadLetterCount),
  HELD("held_count", "Held jobs", QueueMetrics::heldCount),
  WORKERS(
      "worker_online_count",
      "Live workers that can serve the queue",
      QueueMetrics::workerOnlineCount),
  SERVING(
      "worker_serving_count",
      "Eligible workers that claim from the queue or hold one of its jobs",
      QueueMetrics::workerServingCount),
  HEARTBEAT_LAG(
      "worker_heartbeat_lag_seconds",
      "Age of the oldest heartbeat among the live workers that can serve the queue",
      QueueMetrics::workerHeartbeatLagSeconds),
  EXTERNAL_OVERDUE(
      "external_overdue_count",
      "External jobs past their deadline, which an operator must reconcile",
      QueueMetrics::externalOverdue);

  private final String name;
  private final String about;
  private final Function<QueueMetrics, Number> value;

  QueueGauge(String name, String about, Function<QueueMetrics, Number> value) {
    this.name = name;
    this.about = about;
    this.value = value;
  }

  String metric() {
    return "tapline_" + name;
  }

  String about() {
    return about;
  }

  /** Null without a value: an empty queue has no oldest job. */
  Number of(QueueMetrics metrics) {
    return value.apply(metrics);
  }
}
