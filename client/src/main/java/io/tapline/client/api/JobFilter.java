package io.tapline.client.api;

/** Selects jobs. */
public final class JobFilter extends ListFilter<JobFilter> {

  private JobFilter() {}

  public static JobFilter all() {
    return new JobFilter();
  }

  public JobFilter kind(String kind) {
    return set("kind", kind);
  }

  /** Jobs with this status only, such as dead_letter. */
  public JobFilter status(String status) {
    return set("status", status);
  }

  /** The job with this idempotency key of its kind. */
  public JobFilter key(String idempotencyKey) {
    return set("idempotency_key", idempotencyKey);
  }

  public JobFilter correlation(String id) {
    return set("correlation_id", id);
  }

  public JobFilter workflow(String workflowId) {
    return set("workflow_id", workflowId);
  }
}
