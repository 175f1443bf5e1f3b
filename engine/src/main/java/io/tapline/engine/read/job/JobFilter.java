package io.tapline.engine.read.job;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.JobView;
import java.util.List;

/**
 * A filter for jobs; a null selects all.
 *
 * @param status one of the nine states
 * @param idempotencyKey requires the kind, because keys are unique per kind
 */
@RecordBuilder
public record JobFilter(
    String kind, String status, String idempotencyKey, String correlationId, String workflowId) {

  public static final List<String> STATUSES =
      List.of(
          "queued",
          "leased",
          "in_progress",
          "succeeded",
          "failed",
          "retry_waiting",
          "dead_letter",
          "cancelled",
          "cleaned");

  public static final JobFilter NONE = JobFilterBuilder.builder().build();

  /** Whether a job that a scan found matches. */
  boolean admits(JobView job) {
    return (kind == null || kind.equals(job.kind()))
        && (status == null || status.equals(job.status()))
        && (correlationId == null || correlationId.equals(job.correlationId()))
        && (workflowId == null || workflowId.equals(job.workflow()));
  }
}
