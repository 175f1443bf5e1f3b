package io.tapline.engine.decide;

import static io.tapline.api.ExecutionState.CANCELED;
import static io.tapline.api.ExecutionState.COMPLETED;
import static io.tapline.api.ExecutionState.FAILED_RETRYABLE;
import static io.tapline.api.ExecutionState.FAILED_TERMINAL;
import static io.tapline.api.ExecutionState.HELD;
import static io.tapline.api.ExecutionState.PENDING;
import static io.tapline.api.ExecutionState.READY;
import static io.tapline.api.ExecutionState.RUNNING;
import static io.tapline.api.ExecutionState.WAITING_EXTERNAL;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All allowed state transitions, by action. The diagram in the docs is generated from this table.
 */
public final class Transitions {

  /**
   * From null, the action creates the job. From and to are equal when the action does not change
   * the state.
   */
  public record Transition(ActionKey action, ExecutionState from, ExecutionState to) {}

  private static final Map<ActionKey, List<Transition>> TABLE = new EnumMap<>(ActionKey.class);

  static {
    allow(ActionKey.PREPARE_SUBJECT, null, PENDING);

    allow(ActionKey.ENQUEUE_SUBJECT, null, READY);
    allow(ActionKey.ENQUEUE_SUBJECT, PENDING, READY);
    // A job that depends on other jobs.
    allow(ActionKey.ENQUEUE_SUBJECT, null, PENDING);
    allow(ActionKey.SETTLE_DEPENDENCIES, PENDING, READY, FAILED_TERMINAL, CANCELED);

    unchanged(ActionKey.CLAIM_QUEUE_ITEM, READY, FAILED_RETRYABLE);
    unchanged(ActionKey.RENEW_QUEUE_LEASE, READY, FAILED_RETRYABLE, RUNNING);
    unchanged(ActionKey.REPORT_PROGRESS, READY, FAILED_RETRYABLE, RUNNING);

    allow(ActionKey.START_QUEUE_EXECUTION, READY, RUNNING);
    allow(ActionKey.START_QUEUE_EXECUTION, FAILED_RETRYABLE, RUNNING);

    // CANCELED: a soft cancel was pending.
    allow(ActionKey.COMPLETE_QUEUE_EXECUTION, RUNNING, READY, COMPLETED, CANCELED);

    for (var leased : List.of(READY, FAILED_RETRYABLE, RUNNING)) {
      allow(
          ActionKey.FAIL_QUEUE_EXECUTION,
          leased,
          FAILED_RETRYABLE,
          FAILED_TERMINAL,
          HELD,
          CANCELED);
    }

    unchanged(ActionKey.RELEASE_QUEUE_LEASE, READY, FAILED_RETRYABLE);
    allow(ActionKey.RELEASE_QUEUE_LEASE, RUNNING, FAILED_RETRYABLE, CANCELED);
    allow(ActionKey.RELEASE_QUEUE_LEASE, READY, CANCELED);
    allow(ActionKey.RELEASE_QUEUE_LEASE, FAILED_RETRYABLE, CANCELED);

    allow(ActionKey.DISPATCH_EXTERNAL, RUNNING, WAITING_EXTERNAL);
    // CANCELED: a soft cancel was pending at the dispatch.
    allow(
        ActionKey.RECORD_EXTERNAL_RESULT,
        WAITING_EXTERNAL,
        READY,
        RUNNING,
        COMPLETED,
        FAILED_RETRYABLE,
        FAILED_TERMINAL,
        CANCELED);

    for (var nonterminal :
        List.of(PENDING, READY, RUNNING, WAITING_EXTERNAL, FAILED_RETRYABLE, HELD)) {
      allow(ActionKey.PLACE_EXECUTION_HOLD, nonterminal, HELD);
      allow(ActionKey.CANCEL_SUBJECT_EXECUTION, nonterminal, CANCELED);
    }
    // A soft cancel only requests the stop.
    unchanged(ActionKey.CANCEL_SUBJECT_EXECUTION, READY, FAILED_RETRYABLE, RUNNING);

    // HELD: another hold is active. CANCELED: a soft cancel was pending when the hold ended the
    // lease.
    allow(
        ActionKey.RELEASE_EXECUTION_HOLD,
        HELD,
        HELD,
        PENDING,
        READY,
        FAILED_RETRYABLE,
        WAITING_EXTERNAL,
        CANCELED);

    for (var unleased :
        List.of(
            PENDING,
            READY,
            WAITING_EXTERNAL,
            FAILED_RETRYABLE,
            FAILED_TERMINAL,
            HELD,
            CANCELED,
            COMPLETED)) {
      allow(ActionKey.REQUEUE_SUBJECT, unleased, READY);
    }

    // A held job waits for an operator, also after its deadline.
    for (var unfinished : List.of(PENDING, READY, RUNNING, WAITING_EXTERNAL, FAILED_RETRYABLE)) {
      allow(ActionKey.FAIL_OVERDUE_SUBJECT, unfinished, FAILED_TERMINAL);
      allow(ActionKey.DEAD_LETTER_SUBJECT, unfinished, FAILED_TERMINAL);
    }

    // Compensation keeps the final state.
    unchanged(ActionKey.COMPENSATE_SUBJECT, FAILED_TERMINAL, CANCELED);

    // Archiving keeps the final state.
    unchanged(ActionKey.CLEAN_SUBJECT, COMPLETED, FAILED_TERMINAL, CANCELED);

    allow(ActionKey.EXPIRE_QUEUE_LEASE, READY, READY, FAILED_TERMINAL, CANCELED);
    allow(
        ActionKey.EXPIRE_QUEUE_LEASE,
        FAILED_RETRYABLE,
        FAILED_RETRYABLE,
        FAILED_TERMINAL,
        CANCELED);
    allow(ActionKey.EXPIRE_QUEUE_LEASE, RUNNING, FAILED_RETRYABLE, FAILED_TERMINAL, CANCELED);
  }

  private Transitions() {}

  public static List<Transition> all() {
    var all = new ArrayList<Transition>();
    TABLE.values().forEach(all::addAll);
    return all;
  }

  /** Whether the action applies to a job in this state. */
  public static boolean accepts(ActionKey action, ExecutionState from) {
    return TABLE.getOrDefault(action, List.of()).stream().anyMatch(t -> t.from() == from);
  }

  public static boolean allows(ActionKey action, ExecutionState from, ExecutionState to) {
    return TABLE.getOrDefault(action, List.of()).contains(new Transition(action, from, to));
  }

  /** A transition outside the table is a defect of a decision, never of a request. */
  static void require(ActionKey action, ExecutionState from, ExecutionState to) {
    if (!allows(action, from, to)) {
      throw new IllegalStateException(action + " may not take a job from " + from + " to " + to);
    }
  }

  private static void allow(ActionKey action, ExecutionState from, ExecutionState... to) {
    var list = TABLE.computeIfAbsent(action, key -> new ArrayList<>());
    for (var state : to) {
      list.add(new Transition(action, from, state));
    }
  }

  private static void unchanged(ActionKey action, ExecutionState... states) {
    for (var state : states) {
      allow(action, state, state);
    }
  }
}
