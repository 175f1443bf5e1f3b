package io.tapline.engine.read.queue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Noun;
import io.tapline.api.QueueMetrics;
import io.tapline.engine.model.QueuePolicy;

/**
 * A queue: its policy and its figures.
 *
 * @param noun the word for its jobs; null: "job"
 */
public record QueueView(
    String queueEuid,
    @JsonInclude(JsonInclude.Include.NON_NULL) Noun noun,
    @JsonUnwrapped QueuePolicy policy,
    @JsonUnwrapped Figures figures) {

  /** The figures beside the policy, which contains the key. */
  @RecordBuilder
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
      return QueueViewFiguresBuilder.builder()
          .queueDepth(m.queueDepth())
          .pausedDepth(m.pausedDepth())
          .oldestJobAgeSeconds(m.oldestJobAgeSeconds())
          .newestJobAgeSeconds(m.newestJobAgeSeconds())
          .activeLeases(m.activeLeases())
          .heldCount(m.heldCount())
          .deadLetterCount(m.deadLetterCount())
          .failureRate(m.failureRate())
          .throughputSuccessPerMinute(m.throughputSuccessPerMinute())
          .throughputFailurePerMinute(m.throughputFailurePerMinute())
          .workerOnlineCount(m.workerOnlineCount())
          .workerServingCount(m.workerServingCount())
          .computedAt(m.computedAt())
          .build();
    }
  }
}
