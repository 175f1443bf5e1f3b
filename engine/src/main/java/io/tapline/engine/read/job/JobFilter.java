package io.tapline.engine.read.job;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.JobView;
import java.util.List;

/**
 * Which jobs to list; null means all.
 *
 * @param status one of the nine states
 * @param idempotencyKey needs the kind, whose keys it is one of
 */
@RecordBuilder
public record JobFilter(
    String kind, String status, String idempotencyKey, String correlationId, String workflowId) {

  /** The nine states of a job. */
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

  /** Whether a job that was come across is one of these. */
  boolean admits(JobView job) {
    return (kind == null || kind.equals(job.kind()))
        && (status == null || status.equals(job.status()))
        && (correlationId == null || correlationId.equals(job.correlationId()))
        && (workflowId == null || workflowId.equals(job.workflow()));
  }
}
