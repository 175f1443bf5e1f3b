package io.tapline.client.api;

import java.util.ArrayList;
import java.util.List;

/** Jobs that depend on each other, to be made all of them or none. */
public final class WorkflowRequest extends ActionRequest<WorkflowRequest> {

  private final List<Object> jobs = new ArrayList<>();

  private WorkflowRequest() {}

  /**
   * @param generator what makes it, such as MOT:template_1
   */
  public static WorkflowRequest of(String workflowKind, String generator) {
    return new WorkflowRequest().set("workflow_kind", workflowKind).set("generator", generator);
  }

  /** One of its jobs, which has a name and says after which others it comes. */
  public WorkflowRequest job(JobRequest named) {
    jobs.add(named.body());
    return set("jobs", jobs);
  }

  /** On whose behalf; absent: the caller. */
  public WorkflowRequest enqueuedBy(String value) {
    return set("enqueued_by", value);
  }
}
