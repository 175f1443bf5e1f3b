package io.tapline.client.api;

import java.util.ArrayList;
import java.util.List;

/** Creates jobs that depend on each other, all or none. */
public final class WorkflowRequest extends ActionRequest<WorkflowRequest> {

  private final List<Object> jobs = new ArrayList<>();

  private WorkflowRequest() {}

  /**
   * @param generator the creator of the workflow, such as MOT:template_1
   */
  public static WorkflowRequest of(String workflowKind, String generator) {
    return new WorkflowRequest().set("workflow_kind", workflowKind).set("generator", generator);
  }

  /** Adds a job, which has a name and the names of its predecessors. */
  public WorkflowRequest job(JobRequest named) {
    jobs.add(named.body());
    return set("jobs", jobs);
  }

  /** The principal on whose behalf the workflow is created; the caller by default. */
  public WorkflowRequest enqueuedBy(String value) {
    return set("enqueued_by", value);
  }
}
