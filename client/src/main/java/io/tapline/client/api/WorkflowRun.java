package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.time.Instant;
import java.util.List;

/** One run of a kind of workflow, with its steps in the order in which they were made. */
public record WorkflowRun(WorkflowView workflow, List<Step> steps) {

  /** A job of the run, in short. */
  public record Step(
      String jobId,
      String name,
      String kind,
      String status,
      ExecutionState state,
      int attempts,
      Instant startedAt,
      Instant finishedAt,
      String lastError) {}
}
