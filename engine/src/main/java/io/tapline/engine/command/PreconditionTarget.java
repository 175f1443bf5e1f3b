package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * What {@code expected_state} and {@code expected_revision} of a request are compared with, for the
 * table of endpoints. Where there is nothing to compare with, {@link CommandReader} does not take
 * them, so that they are refused as fields which the request does not have: a client that sends
 * them counts on them.
 */
public enum PreconditionTarget {
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

  public static PreconditionTarget of(ActionKey action) {
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
}
