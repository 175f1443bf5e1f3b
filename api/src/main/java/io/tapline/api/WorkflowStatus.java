package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Locale;

/** The status of a workflow, derived from the states of its jobs and never stored. */
public enum WorkflowStatus {
  ACTIVE,
  SUCCEEDED,
  FAILED,
  PARTIALLY_FAILED,
  CANCELLED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static WorkflowStatus of(Collection<ExecutionState> jobs) {
    if (jobs.isEmpty() || jobs.stream().anyMatch(state -> !state.terminal())) {
      return ACTIVE;
    }
    boolean succeeded = jobs.contains(ExecutionState.COMPLETED);
    if (jobs.contains(ExecutionState.FAILED_TERMINAL)) {
      return succeeded ? PARTIALLY_FAILED : FAILED;
    }
    return jobs.contains(ExecutionState.CANCELED) ? CANCELLED : SUCCEEDED;
  }
}
