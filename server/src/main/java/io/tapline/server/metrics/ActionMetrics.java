package io.tapline.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.Engine;
import io.tapline.engine.decide.RecordExternalResult;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.springframework.stereotype.Component;

/**
 * Metrics of the actions of this server: counts by queue, refusals by action and code, durations,
 * and requests per transaction.
 */
@Component
final class ActionMetrics implements ActionListener, MeterBinder {

  /**
   * Number of queues that are counted individually; later ones share one count. Each queue adds
   * twenty series to every scrape, and a scrape should stay below a few megabytes.
   */
  static final int MOST_QUEUES = 2_000;

  static final String OTHER_QUEUES = "_other";

  /** From a quick look-up to the usual time-out of a client. */
  private static final Duration[] DURATIONS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  /** From one request to the maximum of the engine. */
  private static final double[] SIZES = {1, 2, 5, 10, 20, 50, 100};

  /** A queue of a tenant. Only existing queues are counted: the keys come from answers. */
  record TenantQueue(long tenantId, String queueKey) {}

  record RefusedAction(long tenantId, ActionName action, Code code) {}

  private final Map<TenantQueue, Map<QueueCount, LongAdder>> byQueue = new ConcurrentHashMap<>();
  private final Map<RefusedAction, LongAdder> refusals = new ConcurrentHashMap<>();

  private final Engine engine;

  /** Durations inside the engine; most of it is time of the database. */
  private final Map<ActionName, Timer> timers = new ConcurrentHashMap<>();

  private final Map<ActionName, DistributionSummary> sizes = new ConcurrentHashMap<>();
  private final Map<ActionName, Counter> failures = new ConcurrentHashMap<>();

  ActionMetrics(Engine engine) {
    this.engine = engine;
  }

  /** Registers the meters, and counts from then on. */
  @Override
  public void bindTo(MeterRegistry registry) {
    var actions = new ArrayList<ActionName>(List.of(ActionKey.values()));
    engine.domainActions().forEach(action -> actions.add(new DomainKey(action.key())));
    for (var action : actions) {
      timers.put(
          action,
          Timer.builder("tapline_action")
              .description("Time of a request inside the engine, single or batch")
              .tag("action", action.wire())
              .serviceLevelObjectives(DURATIONS)
              .register(registry));
    }
    for (var action : engine.sharedActions()) {
      sizes.put(
          action,
          DistributionSummary.builder("tapline_transaction_requests")
              .description("Requests per transaction")
              .tag("action", action.wire())
              .serviceLevelObjectives(SIZES)
              .register(registry));
      failures.put(
          action,
          Counter.builder("tapline_transaction_failures")
              .description(
                  "Transactions of several requests that failed and were retried one by one")
              .tag("action", action.wire())
              .register(registry));
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
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    if (!commands.isEmpty()) {
      took(commands.get(0).action(), took);
    }
    for (int i = 0; i < outcomes.size(); i++) {
      var outcome = outcomes.get(i);
      if (outcome == null) {
        continue;
      }
      if (outcome.refused()) {
        refused(caller, commands.get(i).action(), outcome.refusal());
      } else if (!outcome.answer().replayed()) {
        count(caller.tenantId(), outcome.answer());
        outcome.answer().others().forEach(other -> count(caller.tenantId(), other));
      }
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    took(command.action(), took);
    if (refusal != null) {
      refused(caller, command.action(), refusal);
    } else if (!answer.replayed()) {
      for (var item : answer.claims()) {
        add(caller.tenantId(), item.queueKey(), QueueCount.CLAIMS);
      }
    }
  }

  private void took(ActionName action, Duration took) {
    var timer = timers.get(action);
    // Null for an action that no registered pack provides; it was refused.
    if (timer != null) {
      timer.record(took);
    }
  }

  private void refused(Caller caller, ActionName action, Refusal refusal) {
    refusals
        .computeIfAbsent(
            new RefusedAction(caller.tenantId(), action, refusal.code()), key -> new LongAdder())
        .increment();
  }

  private void count(long tenantId, ActionAnswer answer) {
    var queue = answer.queueKey();
    if (queue == null || answer.verb() == null) {
      return;
    }
    switch (answer.verb()) {
      case ENQUEUE_SUBJECT -> add(tenantId, queue, QueueCount.ENQUEUED);
      case RENEW_QUEUE_LEASE -> add(tenantId, queue, QueueCount.LEASE_RENEWALS);
      case COMPLETE_QUEUE_EXECUTION -> add(tenantId, queue, QueueCount.COMPLETIONS);
      case EXPIRE_QUEUE_LEASE -> {
        // Without an action record, the lease had ended before.
        if (answer.actionEuid() != null) {
          add(tenantId, queue, QueueCount.LEASE_EXPIRIES);
          ended(tenantId, answer);
        }
      }
      case RECORD_EXTERNAL_RESULT -> {
        // A late result does not change the state of its job.
        if (!RecordExternalResult.RECORDED_LATE.equals(answer.status())) {
          ended(tenantId, answer);
        }
      }
      case FAIL_QUEUE_EXECUTION, DEAD_LETTER_SUBJECT, FAIL_OVERDUE_SUBJECT ->
          ended(tenantId, answer);
      default -> {
        // No count by queue; its duration and its refusals are measured.
      }
    }
  }

  /** The state after a failed attempt shows the kind of failure. */
  private void ended(long tenantId, ActionAnswer answer) {
    var state = answer.state();
    if (state == ExecutionState.FAILED_RETRYABLE) {
      add(tenantId, answer.queueKey(), QueueCount.RETRIES);
    } else if (state == ExecutionState.FAILED_TERMINAL) {
      add(tenantId, answer.queueKey(), QueueCount.FAILURES);
    }
    if (answer.deadLetterEuid() != null) {
      add(tenantId, answer.queueKey(), QueueCount.DEAD_LETTERS);
    }
  }

  private void add(long tenantId, String queueKey, QueueCount what) {
    countsOf(new TenantQueue(tenantId, queueKey)).get(what).increment();
  }

  private Map<QueueCount, LongAdder> countsOf(TenantQueue tenantQueue) {
    var counts = byQueue.get(tenantQueue);
    if (counts != null) {
      return counts;
    }
    var known =
        byQueue.size() < MOST_QUEUES
            ? tenantQueue
            : new TenantQueue(tenantQueue.tenantId(), OTHER_QUEUES);
    return byQueue.computeIfAbsent(known, key -> QueueCount.zeroes());
  }

  void eachQueue(BiConsumer<TenantQueue, Map<QueueCount, LongAdder>> reader) {
    byQueue.forEach(reader);
  }

  void eachRefusal(BiConsumer<RefusedAction, LongAdder> reader) {
    refusals.forEach(reader);
  }
}
