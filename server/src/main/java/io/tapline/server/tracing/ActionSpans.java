package io.tapline.server.tracing;

import io.micrometer.core.instrument.Counter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.database.TenantNames;
import io.tapline.server.metrics.ServerMetrics;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Creates a span for each action, inside the span of its request and linked to the enqueue of its
 * job. A separate thread creates it after the action: the origin of a job may need a read from the
 * database, and no request waits for that. Without tracing, no listener is registered.
 */
@Component
final class ActionSpans implements ActionListener {

  /** Length of the queue of batches; more are dropped and counted. */
  private static final int WAITING = 1_000;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final SpanWriter writer;
  private final ThreadPoolExecutor thread;

  ActionSpans(
      Engine engine, OpenTelemetryTracing traces, TenantNames tenants, ServerMetrics metrics) {
    if (!traces.on()) {
      writer = null;
      thread = null;
      return;
    }
    var dropped =
        Counter.builder("tapline_spans_dropped")
            .description("Batches of actions without spans because of overload")
            .register(metrics.registry());
    writer = new SpanWriter(traces, tenants, new EnqueueOrigins(engine));
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            work -> {
              var thread = new Thread(work, "tapline-spans");
              thread.setDaemon(true);
              return thread;
            },
            (work, full) -> dropped.increment());
    engine.listen(this);
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    var done = new ArrayList<ActionSpan>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) != null) {
        done.add(ActionSpan.of(commands.get(i), outcomes.get(i)));
      }
    }
    write(caller, done, took);
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    // For a claim without work there is only the span of the request.
    write(caller, ActionSpan.of(command, answer, refusal), took);
  }

  private void write(Caller caller, List<ActionSpan> spans, Duration took) {
    if (spans.isEmpty()) {
      return;
    }
    var ended = Instant.now();
    var request = Context.current();
    // A request that is not sampled gets no spans of actions.
    var parent = Span.fromContext(request).getSpanContext();
    if (!parent.isValid() || parent.isSampled()) {
      thread.execute(() -> writer.write(caller, spans, request, ended.minus(took), ended));
    }
  }

  /** Writes the queued spans before the exporter closes. */
  @PreDestroy
  void close() {
    if (thread != null) {
      ExecutorStop.orderly(PATIENCE, List.of(thread));
    }
  }
}
