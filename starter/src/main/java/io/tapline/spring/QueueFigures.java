package io.tapline.spring;

import io.tapline.api.QueueMetrics;
import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The metrics of the tenant's queues, cached for a few seconds, because each gauge reads them
 * separately.
 */
final class QueueFigures {

  private static final long FRESH_NANOS = Duration.ofSeconds(5).toNanos();

  private final Engine engine;
  private final long tenantId;
  private Map<String, QueueMetrics> read = Map.of();
  private long readAt;

  QueueFigures(Engine engine, long tenantId) {
    this.engine = engine;
    this.tenantId = tenantId;
  }

  List<String> queueKeys() {
    return List.copyOf(current().keySet());
  }

  /** NaN for a queue that does not exist any more. */
  double figureOf(String queueKey, ToDoubleFunction<QueueMetrics> figure) {
    var queue = current().get(queueKey);
    return queue == null ? Double.NaN : figure.applyAsDouble(queue);
  }

  private synchronized Map<String, QueueMetrics> current() {
    if (read.isEmpty() || System.nanoTime() - readAt > FRESH_NANOS) {
      read =
          engine.reads().queues().metrics(tenantId).stream()
              .collect(Collectors.toMap(QueueMetrics::queueKey, Function.identity()));
      readAt = System.nanoTime();
    }
    return read;
  }
}
