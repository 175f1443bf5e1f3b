package io.tapline.engine.read.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.QueueMetrics;
import io.tapline.engine.model.QueuePolicy;

/** A queue: its policy and its figures. */
public record QueueView(
    String queueEuid, @JsonUnwrapped QueuePolicy policy, @JsonUnwrapped Figures figures) {

  /** The figures beside the policy, whose key is the policy's own. */
  public record Figures(
      long queueDepth,
      long pausedDepth,
      Double oldestJobAgeSeconds,
      Double newestJobAgeSeconds,
      long activeLeases,
      long heldCount,
      long deadLetterCount,
      double failureRate,
      double throughputSuccessPerMinute,
      double throughputFailurePerMinute,
      long workerOnlineCount,
      long workerServingCount,
      java.time.Instant computedAt) {

    static Figures of(QueueMetrics m) {
      return new Figures(
          m.queueDepth(),
          m.pausedDepth(),
          m.oldestJobAgeSeconds(),
          m.newestJobAgeSeconds(),
          m.activeLeases(),
          m.heldCount(),
          m.deadLetterCount(),
          m.failureRate(),
          m.throughputSuccessPerMinute(),
          m.throughputFailurePerMinute(),
          m.workerOnlineCount(),
          m.workerServingCount(),
          m.computedAt());
    }
  }
}
