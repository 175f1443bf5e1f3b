package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Reasons why a job is not claimable. */
public enum ReasonCode {
  ACTIVE_HOLD,
  ACTIVE_LEASE,
  RETRY_WINDOW_NOT_REACHED,
  NOT_READY_YET,
  NEXT_QUEUE_KEY_MISSING,
  STATE_NOT_ELIGIBLE,
  QUEUE_DISABLED,
  QUEUE_UNKNOWN,
  TEMPLATE_NOT_SERVED,
  SCOPE_MISMATCH,
  CAPABILITY_MISMATCH,
  WORKER_UNAVAILABLE,
  CANCEL_REQUESTED,
  TERMINAL_STATE,
  EXTERNAL_OVERDUE,
  ATTEMPTS_EXHAUSTED,
  DEADLINE_PASSED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
