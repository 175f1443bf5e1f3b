package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/**
 * A workflow; its status follows from its jobs.
 *
 * @param progress how many of its jobs are where
 * @param jobs its jobs as they are now; left out of lists
 * @param edges who depends on whom; left out of lists
 */
@RecordBuilder
public record WorkflowView(
    String workflowId,
    String workflowKind,
    String generator,
    WorkflowStatus status,
    String correlationId,
    String enqueuedBy,
    Instant enqueuedAt,
    Instant finishedAt,
    int jobCount,
    WorkflowProgress progress,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<JobView> jobs,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Edge> edges) {

  /** The child waits for the parent; what the parent's failure means to it. */
  public record Edge(String parent, String child, OnFailure onFailure) {}
}
