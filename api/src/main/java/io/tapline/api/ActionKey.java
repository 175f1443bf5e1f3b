package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All actions of the engine. Every change is made by one of them or by a pack action. */
public enum ActionKey implements ActionName {
  PREPARE_SUBJECT,
  ENQUEUE_SUBJECT,
  CLAIM_QUEUE_ITEM,
  START_QUEUE_EXECUTION,
  COMPLETE_QUEUE_EXECUTION,
  FAIL_QUEUE_EXECUTION,
  RELEASE_QUEUE_LEASE,
  RENEW_QUEUE_LEASE,
  REPORT_PROGRESS,
  EXPIRE_QUEUE_LEASE,
  DISPATCH_EXTERNAL,
  RECORD_EXTERNAL_RESULT,
  PLACE_EXECUTION_HOLD,
  RELEASE_EXECUTION_HOLD,
  REQUEUE_SUBJECT,
  CANCEL_SUBJECT_EXECUTION,
  DEAD_LETTER_SUBJECT,
  RESOLVE_DEAD_LETTER,
  FAIL_OVERDUE_SUBJECT,
  SWITCH_SUBSTRATE,
  CREATE_WORKFLOW,
  SETTLE_DEPENDENCIES,
  COMPENSATE_SUBJECT,
  CLEAN_SUBJECT,
  CREATE_SUBSCRIPTION,
  RETIRE_SUBSCRIPTION,
  CREATE_QUEUE,
  UPDATE_QUEUE,
  RETIRE_QUEUE,
  REGISTER_JOB,
  RETIRE_JOB,
  SET_CALLBACK_SECRET,
  REGISTER_WORKER,
  HEARTBEAT_WORKER,
  DRAIN_WORKER,
  DISABLE_WORKER,
  ENABLE_WORKER,
  RETIRE_WORKER,
  CREATE_TOKEN,
  REVOKE_TOKEN,
  OPEN_SESSION,
  RENEW_SESSION,
  CLOSE_SESSION,
  CREATE_WEBHOOK,
  UPDATE_WEBHOOK,
  RETIRE_WEBHOOK,
  REDELIVER_WEBHOOK_EVENT,
  SETTLE_WEBHOOK_DELIVERY;

  /**
   * Heartbeats, renewals and progress are short-lived evidence. It is stored separately and deleted
   * by age.
   */
  @Override
  public boolean pulse() {
    return this == HEARTBEAT_WORKER
        || this == RENEW_QUEUE_LEASE
        || this == REPORT_PROGRESS
        || this == RENEW_SESSION;
  }

  /** Progress is no event. It stays out of the feed, so it costs the job nothing. */
  @Override
  public boolean fed() {
    return this != REPORT_PROGRESS;
  }

  private static final Map<String, ActionKey> BY_WIRE =
      Stream.of(values()).collect(Collectors.toMap(ActionKey::wire, key -> key));

  private final String wire = name().toLowerCase(Locale.ROOT);

  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  /** Its place (V2__objects.sql, action_keys). New actions go to the end. */
  @Override
  public int code() {
    return ordinal() + 1;
  }

  /** Null for a name that is no action of the engine. */
  public static ActionKey find(String wire) {
    return BY_WIRE.get(wire);
  }

  @JsonCreator
  public static ActionKey of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
