package io.tapline.engine.model;

import java.util.Set;

/** Why work died and at which stage of it, as they stand on the wire. */
public final class DeadLetterReason {

  public static final String TIMEOUT = "timeout";

  public static final String EXHAUSTED_RETRIES = "exhausted_retries";
  public static final String INFRASTRUCTURE_FAILURE = "infrastructure_failure";

  /** What was to be undone is not. */
  public static final String COMPENSATION_FAILED = "compensation_failed";

  public static final Set<String> REASON_CODES =
      Set.of(
          "parse_error",
          "validation_failed",
          "dependency_unavailable",
          TIMEOUT,
          EXHAUSTED_RETRIES,
          "policy_violation",
          INFRASTRUCTURE_FAILURE,
          COMPENSATION_FAILED);

  public static final Set<String> STAGES = Set.of("fetch", "input", "exec", "output", "commit");

  private DeadLetterReason() {}
}
