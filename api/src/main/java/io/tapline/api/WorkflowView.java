package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;

/**
 * A workflow; its status is derived from its jobs.
 *
 * @param progress counts of its jobs
 * @param jobs its jobs; omitted in lists
 * @param edges its dependencies; omitted in lists
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

  /** The child depends on the parent; {@code onFailure} applies if the parent does not succeed. */
  public record Edge(String parent, String child, OnFailure onFailure) {}
}
