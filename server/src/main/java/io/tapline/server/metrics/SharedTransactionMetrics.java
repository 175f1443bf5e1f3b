package io.tapline.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Number of requests that shared a transaction, by action. */
@Component
final class SharedTransactionMetrics implements ActionListener {

  /** From one request to the maximum of the engine. */
  private static final double[] BUCKETS = {1, 2, 5, 10, 20, 50, 100};

  private final Map<ActionName, DistributionSummary> sizes = new HashMap<>();
  private final Map<ActionName, Counter> failures = new HashMap<>();

  SharedTransactionMetrics(Engine engine, ServerMetrics metrics) {
    for (var action : engine.sharedActions()) {
      sizes.put(
          action,
          DistributionSummary.builder("tapline_transaction_requests")
              .description("Requests per transaction")
              .tag("action", action.wire())
              .serviceLevelObjectives(BUCKETS)
              .register(metrics.registry()));
      failures.put(
          action,
          Counter.builder("tapline_transaction_failures")
              .description(
                  "Transactions of several requests that failed and were retried one by one")
              .tag("action", action.wire())
              .register(metrics.registry()));
    }
    engine.listen(this);
  }

  @Override
  public void shared(ActionName action, int requests, boolean failed) {
    if (failed) {
      failures.get(action).increment();
    } else {
      sizes.get(action).record(requests);
    }
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {}

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {}
}
