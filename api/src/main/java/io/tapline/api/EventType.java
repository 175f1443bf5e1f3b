package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lifecycle events of a job. Each state transition and each change of its properties has exactly
 * one.
 */
public enum EventType implements WireWord {
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
  JOB_CLEANED,
  JOB_UPDATED;

  private static final Map<String, EventType> BY_NAME =
      Arrays.stream(values())
          .flatMap(type -> Stream.of(Map.entry(type.wire, type), Map.entry(type.dot, type)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String wire = name().toLowerCase(Locale.ROOT);
  private final String dot = "dot.job." + wire.substring("job_".length());

  /**
   * The type in stored evidence: its place (V2__objects.sql, event_types). New types go to the end.
   */
  public int code() {
    return ordinal() + 1;
  }

  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  /** The name for consumers of jobs: {@code dot.job.succeeded}. */
  public String dot() {
    return dot;
  }

  @Override
  public String alias() {
    return dot;
  }

  /** All accepted names, the wire names first. */
  public static List<String> names() {
    return Stream.concat(
            Arrays.stream(values()).map(EventType::wire),
            Arrays.stream(values()).map(EventType::dot))
        .toList();
  }

  /** The type with either name, or null. */
  public static EventType named(String name) {
    return BY_NAME.get(name);
  }

  @JsonCreator
  public static EventType of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
