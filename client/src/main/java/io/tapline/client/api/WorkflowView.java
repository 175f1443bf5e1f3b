package io.tapline.client.api;

import io.tapline.api.Progress;
import java.time.Instant;
import java.util.List;

/**
 * A workflow; its status follows from its jobs.
 *
 * @param status active, succeeded, failed, partially_failed or cancelled
 * @param progress how many of its jobs are where
 * @param jobs its jobs as they are now; null in lists
 * @param edges who depends on whom; null in lists
 */
public record WorkflowView(
    String workflowId,
    String workflowKind,
    String generator,
    String status,
    String correlationId,
    String enqueuedBy,
    Instant enqueuedAt,
    Instant finishedAt,
    int jobCount,
    Progress progress,
    List<JobView> jobs,
    List<Edge> edges) {

  /** How many jobs are where; together they are all of them. */
  public record Progress(int succeeded, int failed, int cancelled, int running, int waiting) {}

  /** The child waits for the parent; what the parent's failure means to it. */
  public record Edge(String parent, String child, String onFailure) {}
}
