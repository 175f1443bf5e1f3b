package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What becomes of a job when one that it depends on does not succeed. */
public enum OnFailure {
  /** It fails too, or is cancelled if the other was. */
  FAIL,
  /** It goes on as if the other had succeeded. */
  CONTINUE,
  /** It waits until somebody has requeued the other and that one has succeeded. */
  WAIT;

  /** What the names of all three links begin with. */
  public static final String PREFIX = "job_dependency_";

  private final String wire = name().toLowerCase(Locale.ROOT);

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
