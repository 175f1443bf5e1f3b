package io.tapline.api;

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
      String lastError) {

    public static Step of(JobView job) {
      return new Step(
          job.jobId(),
          job.name(),
          job.kind(),
          job.status(),
          job.state(),
          job.attempts(),
          job.startedAt(),
          job.finishedAt(),
          job.lastError());
    }
  }
}
