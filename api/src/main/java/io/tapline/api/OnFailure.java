package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The consequence for a job when a job that it depends on does not succeed. */
public enum OnFailure implements WireWord {
  /** The job fails too, or is cancelled if the other one was. */
  FAIL,
  /** The job continues as if the other one had succeeded. */
  CONTINUE,
  /** The job waits until the other one is requeued and succeeds. */
  WAIT;

  /** Common prefix of the three link names. */
  public static final String PREFIX = "job_dependency_";

  private final String wire = name().toLowerCase(Locale.ROOT);

  @Override
  @JsonValue
  public String wire() {
    return wire;
  }

  public static OnFailure of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** The lineage link between a job and one that depends on it in this way. */
  public String relationship() {
    return PREFIX + wire;
  }
}
