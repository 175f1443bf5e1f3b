package io.tapline.server.metrics;

import io.tapline.api.QueueMetrics;
import java.util.function.ToLongFunction;

/** Totals by queue that {@link QueueMetrics} has. */
enum QueueTotal {
  EXPIRED(
      "expired_leases",
      "Total of leases that lapsed, were forced to expire or lost their worker",
      QueueMetrics::expiredLeasesTotal),
  RETRYABLE(
      "retryable_failures",
      "Total of execution records that failed with a retry",
      QueueMetrics::retryableFailuresTotal),
  TERMINAL(
      "terminal_failures",
      "Total of execution records that failed terminally",
      QueueMetrics::terminalFailuresTotal),
  CONFLICTS(
      "claim_conflict",
      "Scans of claims at this server that found a leased, removed or locked job",
      QueueMetrics::claimConflictTotal),
  REPLAYS(
      "idempotent_replay",
      "Requests to this server that were replayed",
      QueueMetrics::idempotentReplayTotal);

  private final String name;
  private final String about;
  private final ToLongFunction<QueueMetrics> value;

  QueueTotal(String name, String about, ToLongFunction<QueueMetrics> value) {
    this.name = name;
    this.about = about;
    this.value = value;
  }

  /** Without the suffix {@code _total}, which the exposition format adds. */
  String metric() {
    return "tapline_" + name;
  }

  String about() {
    return about;
  }

  long of(QueueMetrics metrics) {
    return value.applyAsLong(metrics);
  }
}
