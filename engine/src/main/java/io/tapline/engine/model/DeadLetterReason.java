package io.tapline.engine.model;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Why work died and at which stage of it, as they stand on the wire. */
public final class DeadLetterReason {

  public static final String TIMEOUT = "timeout";

  public static final String EXHAUSTED_RETRIES = "exhausted_retries";
  public static final String INFRASTRUCTURE_FAILURE = "infrastructure_failure";

  /** What was to be undone is not. */
  public static final String COMPENSATION_FAILED = "compensation_failed";

  public static final Set<String> REASON_CODES =
      sorted(
          "parse_error",
          "validation_failed",
          "dependency_unavailable",
          TIMEOUT,
          EXHAUSTED_RETRIES,
          "policy_violation",
          INFRASTRUCTURE_FAILURE,
          COMPENSATION_FAILED);

  public static final Set<String> STAGES = sorted("fetch", "input", "exec", "output", "commit");

  private DeadLetterReason() {}

  /** In one order wherever they are listed: that of {@link Set#of} is another in every process. */
  private static Set<String> sorted(String... words) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(words)));
  }
}
