package io.tapline.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.QueueMetrics;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Durations and outcomes of actions, and the metrics of the queues. */
final class TaplineMetrics implements MeterBinder {

  private final Engine engine;
  private final QueueFigures figures;

  TaplineMetrics(Engine engine, QueueFigures figures) {
    this.engine = engine;
    this.figures = figures;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    engine.listen(new ActionTimers(registry));
    for (var queueKey : figures.queueKeys()) {
      gauge(registry, queueKey, "tapline.queue.depth", QueueMetrics::queueDepth);
      gauge(registry, queueKey, "tapline.queue.leases", QueueMetrics::activeLeases);
      gauge(registry, queueKey, "tapline.queue.held", QueueMetrics::heldCount);
      gauge(registry, queueKey, "tapline.queue.dead.letters", QueueMetrics::deadLetterCount);
      gauge(registry, queueKey, "tapline.queue.oldest.seconds", TaplineMetrics::oldest);
    }
  }

  private void gauge(
      MeterRegistry registry, String queueKey, String name, ToDoubleFunction<QueueMetrics> figure) {
    Gauge.builder(name, figures, all -> all.figureOf(queueKey, figure))
        .tag("queue", queueKey)
        .register(registry);
  }

  private static double oldest(QueueMetrics queue) {
    return queue.oldestJobAgeSeconds() == null ? 0 : queue.oldestJobAgeSeconds();
  }

  private record ActionTimers(MeterRegistry registry) implements ActionListener {

    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      for (int i = 0; i < outcomes.size(); i++) {
        var outcome = outcomes.get(i);
        if (outcome != null) {
          record(commands.get(i).action(), outcome.refusal(), took);
        }
      }
    }

    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
      record(command.action(), refusal, took);
    }

    private void record(ActionName action, Refusal refusal, Duration took) {
      var outcome = refusal == null ? "done" : refusal.code().name();
      Timer.builder("tapline.action")
          .description("Actions by kind and outcome")
          .tags(Tags.of("action", action.wire(), "outcome", outcome))
          .register(registry)
          .record(took);
    }
  }
}
