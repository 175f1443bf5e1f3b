package io.tapline.server.metrics;

import io.tapline.api.QueueMetrics;
import java.util.function.Function;

/** Gauges by queue that are read from the database: equal on every server. */
enum QueueGauge {
  QUEUE_DEPTH("queue_depth", "Subjects that could be claimed now", QueueMetrics::queueDepth),
  PAUSED_DEPTH(
      "paused_depth",
      "Subjects that could be claimed if the queue were resumed",
      QueueMetrics::pausedDepth),
  OLDEST(
      "oldest_job_age_seconds",
      "How long the oldest of them has waited",
      QueueMetrics::oldestJobAgeSeconds),
  NEWEST(
      "newest_job_age_seconds",
      "How long the newest of them has waited",
      QueueMetrics::newestJobAgeSeconds),
  ACTIVE_LEASES("active_leases", "Live leases", QueueMetrics::activeLeases),
  SUCCESSES(
      "throughput_success_per_minute",
      "Attempts that succeeded, over the last five minutes",
      QueueMetrics::throughputSuccessPerMinute),
  THROUGHPUT_FAILURE(
      "throughput_failure_per_minute",
      "Attempts that failed, over the last five minutes",
      QueueMetrics::throughputFailurePerMinute),
  FAILURE_RATE(
      "failure_rate",
      "Failed attempts among all that ended, over the last five minutes",
      QueueMetrics::failureRate),
  DEAD_LETTERS("dead_letter_count", "Open dead letters", QueueMetrics::deadLetterCount),
  HELD("held_count", "Held subjects", QueueMetrics::heldCount),
  WORKERS(
      "worker_online_count", "Live workers that could serve it", QueueMetrics::workerOnlineCount),
  SERVING(
      "worker_serving_count",
      "Those of them that ask it for work, or hold some of it",
      QueueMetrics::workerServingCount),
  HEARTBEAT_LAG(
      "worker_heartbeat_lag_seconds",
      "The oldest heartbeat among the workers that could serve it",
      QueueMetrics::workerHeartbeatLagSeconds),
  EXTERNAL_OVERDUE(
      "external_overdue_count",
      "Work outside that is past its deadline, for a person to reconcile",
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
