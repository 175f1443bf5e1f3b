package io.tapline.engine.model;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The reason codes and stages of dead letters, as on the wire. */
public final class DeadLetterReason {

  public static final String TIMEOUT = "timeout";

  public static final String EXHAUSTED_RETRIES = "exhausted_retries";
  public static final String INFRASTRUCTURE_FAILURE = "infrastructure_failure";

  /** The compensation of a job failed. */
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

  /** A fixed order for lists: the order of {@link Set#of} differs between processes. */
  private static Set<String> sorted(String... words) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(words)));
  }
}
