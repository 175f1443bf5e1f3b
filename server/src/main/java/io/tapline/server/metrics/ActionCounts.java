package io.tapline.server.metrics;

import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.springframework.stereotype.Component;

/** Counts of the actions of this server by queue, and of its refusals by action and code. */
@Component
final class ActionCounts implements ActionListener {

  /**
   * Number of queues that are counted individually; later ones share one count. Each queue adds
   * twenty series to every scrape, and a scrape should stay below a few megabytes.
   */
  static final int MOST_QUEUES = 2_000;

  static final String OTHER_QUEUES = "_other";

  /** A queue of a tenant. Only existing queues are counted: the keys come from answers. */
  record TenantQueue(long tenantId, String queueKey) {}

  record RefusedAction(long tenantId, ActionName action, Code code) {}

  private final Map<TenantQueue, Map<QueueCount, LongAdder>> byQueue = new ConcurrentHashMap<>();
  private final Map<RefusedAction, LongAdder> refusals = new ConcurrentHashMap<>();

  ActionCounts(Engine engine) {
    engine.listen(this);
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
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
    if (refusal != null) {
      refused(caller, command.action(), refusal);
    } else if (!answer.replayed()) {
      for (var item : answer.claims()) {
        add(caller.tenantId(), item.queueKey(), QueueCount.CLAIMS);
      }
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
