package io.tapline.client.api;

/** Which jobs. */
public final class JobFilter extends ListFilter<JobFilter> {

  private JobFilter() {}

  /** Whichever there are. */
  public static JobFilter all() {
    return new JobFilter();
  }

  /** Only those of this kind. */
  public JobFilter kind(String kind) {
    return set("kind", kind);
  }

  /** Only those with this status, such as dead_letter. */
  public JobFilter status(String status) {
    return set("status", status);
  }

  /** Only the one with this key of its kind. */
  public JobFilter key(String idempotencyKey) {
    return set("idempotency_key", idempotencyKey);
  }

  /** Only those with this correlation id. */
  public JobFilter correlation(String id) {
    return set("correlation_id", id);
  }

  /** Only those of this workflow. */
  public JobFilter workflow(String workflowId) {
    return set("workflow_id", workflowId);
  }
}
