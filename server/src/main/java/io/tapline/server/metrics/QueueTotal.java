package io.tapline.server.metrics;

import io.tapline.api.QueueMetrics;
import java.util.function.ToLongFunction;

/** Totals by queue that {@link QueueMetrics} has. */
enum QueueTotal {
  EXPIRED(
      "expired_leases",
      "Leases that lapsed or were forced, ever",
      QueueMetrics::expiredLeasesTotal),
  RETRYABLE(
      "retryable_failures",
      "Attempts that failed and were to be tried again, ever",
      QueueMetrics::retryableFailuresTotal),
  TERMINAL(
      "terminal_failures",
      "Attempts that failed for good, ever",
      QueueMetrics::terminalFailuresTotal),
  CONFLICTS(
      "claim_conflict",
      "Looks of claims at this server that met another's lease, or work no longer there or locked",
      QueueMetrics::claimConflictTotal),
  REPLAYS(
      "idempotent_replay",
      "Requests to this server that had been carried out before",
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
