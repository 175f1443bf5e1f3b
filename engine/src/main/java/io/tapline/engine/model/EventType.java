package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What can happen in the life of a subject. Each state transition carries exactly one. */
public enum EventType {
  JOB_ENQUEUED,
  JOB_READY,
  JOB_ROUTED,
  JOB_REQUEUED,
  JOB_CLAIMED,
  JOB_STARTED,
  JOB_LEASE_RENEWED,
  JOB_HEARTBEAT,
  JOB_RELEASED,
  JOB_LEASE_EXPIRED,
  JOB_SUCCEEDED,
  JOB_RETRY_SCHEDULED,
  JOB_DEAD_LETTERED,
  JOB_FAILED,
  JOB_HELD,
  JOB_HOLD_RELEASED,
  JOB_DISPATCHED,
  JOB_CANCEL_REQUESTED,
  JOB_CANCELLED,
  JOB_COMPENSATED,
  JOB_CLEANED;

  private final String wire = name().toLowerCase(Locale.ROOT);
  private final String dot = "dot.job." + wire.substring("job_".length());

  @JsonValue
  public String wire() {
    return wire;
  }

  /** What consumers of jobs call it: {@code dot.job.succeeded}. */
  public String dot() {
    return dot;
  }

  @JsonCreator
  public static EventType of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
