package io.tapline.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/** One run of a workflow kind, with its steps in creation order. */
public record WorkflowRun(WorkflowView workflow, List<Step> steps) {

  /** Summary of a job of the run. */
  @RecordBuilder
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
      return WorkflowRunStepBuilder.builder()
          .jobId(job.jobId())
          .name(job.name())
          .kind(job.kind())
          .status(job.status())
          .state(job.state())
          .attempts(job.attempts())
          .startedAt(job.startedAt())
          .finishedAt(job.finishedAt())
          .lastError(job.lastError())
          .build();
    }
  }
}
