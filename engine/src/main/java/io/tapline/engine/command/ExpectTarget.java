package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * What {@code expected_state} and {@code expected_revision} of a request are compared with: one
 * place for every door. Where there is nothing to compare with, they are refused, since whoever
 * sends them counts on them.
 */
public enum ExpectTarget {
  /** The state and the revision of its execution. */
  SUBJECT,
  /** Its status and its revision. */
  WORKER,
  /** Its revision. */
  QUEUE,
  /** Its revision. */
  WEBHOOK,
  NOTHING;

  public boolean hasState() {
    return this == SUBJECT || this == WORKER;
  }

  public boolean hasRevision() {
    return this != NOTHING;
  }

  public static ExpectTarget of(ActionKey action) {
    return switch (action) {
      // A claim, and an enqueue, only when they name their subject.
      case CLAIM_QUEUE_ITEM,
          ENQUEUE_SUBJECT,
          START_QUEUE_EXECUTION,
          COMPLETE_QUEUE_EXECUTION,
          FAIL_QUEUE_EXECUTION,
          RELEASE_QUEUE_LEASE,
          RENEW_QUEUE_LEASE,
          REPORT_PROGRESS,
          DISPATCH_EXTERNAL,
          RECORD_EXTERNAL_RESULT,
          PLACE_EXECUTION_HOLD,
          RELEASE_EXECUTION_HOLD,
          REQUEUE_SUBJECT,
          CANCEL_SUBJECT_EXECUTION,
          DEAD_LETTER_SUBJECT,
          EXPIRE_QUEUE_LEASE,
          RESOLVE_DEAD_LETTER,
          FAIL_OVERDUE_SUBJECT,
          SETTLE_DEPENDENCIES,
          COMPENSATE_SUBJECT,
          CLEAN_SUBJECT ->
          SUBJECT;
      case REGISTER_WORKER,
          HEARTBEAT_WORKER,
          DRAIN_WORKER,
          DISABLE_WORKER,
          ENABLE_WORKER,
          RETIRE_WORKER ->
          WORKER;
      case UPDATE_QUEUE, RETIRE_QUEUE, SET_CALLBACK_SECRET -> QUEUE;
      case UPDATE_WEBHOOK, RETIRE_WEBHOOK -> WEBHOOK;
      case PREPARE_SUBJECT,
          CREATE_WORKFLOW,
          CREATE_SUBSCRIPTION,
          RETIRE_SUBSCRIPTION,
          SWITCH_SUBSTRATE,
          CREATE_QUEUE,
          REGISTER_JOB,
          RETIRE_JOB,
          CREATE_TOKEN,
          REVOKE_TOKEN,
          OPEN_SESSION,
          RENEW_SESSION,
          CLOSE_SESSION,
          CREATE_WEBHOOK,
          REDELIVER_WEBHOOK_EVENT,
          SETTLE_WEBHOOK_DELIVERY ->
          NOTHING;
    };
  }

  /** Before anything is read: what cannot be compared is refused by name, with what to do. */
  void require(Fields f) {
    if (!hasState() && f.given("expected_state")) {
      throw Fields.refuse(
          "expected_state",
          hasRevision()
              ? "a "
                  + name().toLowerCase(java.util.Locale.ROOT)
                  + " has no state; send"
                  + " expected_revision instead, or leave it out"
              : NOTHING_THERE);
    }
    if (!hasRevision() && f.given("expected_revision")) {
      throw Fields.refuse("expected_revision", NOTHING_THERE);
    }
  }

  private static final String NOTHING_THERE =
      "this request names nothing that has one; leave it out";
}
