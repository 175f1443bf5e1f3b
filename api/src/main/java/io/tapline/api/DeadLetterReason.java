package io.tapline.api;

import java.util.List;

/** The reason codes and stages of dead letters, as on the wire. */
public final class DeadLetterReason {

  public static final String TIMEOUT = "timeout";

  public static final String EXHAUSTED_RETRIES = "exhausted_retries";
  public static final String INFRASTRUCTURE_FAILURE = "infrastructure_failure";

  /** The compensation of a job failed. */
  public static final String COMPENSATION_FAILED = "compensation_failed";

  /** The reason codes by their names on the wire, in alphabetical order. */
  public enum ReasonCode {
    compensation_failed,
    dependency_unavailable,
    exhausted_retries,
    infrastructure_failure,
    parse_error,
    policy_violation,
    timeout,
    validation_failed
  }

  /** The stages by their names on the wire, in alphabetical order. */
  public enum Stage {
    commit,
    exec,
    fetch,
    input,
    output
  }

  public static final List<String> REASON_CODES = RequestForm.names(ReasonCode.class);

  public static final List<String> STAGES = RequestForm.names(Stage.class);

  private DeadLetterReason() {}
}
