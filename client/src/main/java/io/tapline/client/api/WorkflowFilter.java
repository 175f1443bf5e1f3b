package io.tapline.client.api;

/** Which workflows, the newest first. */
public final class WorkflowFilter extends ListFilter<WorkflowFilter> {

  private WorkflowFilter() {}

  /** Whichever there are. */
  public static WorkflowFilter all() {
    return new WorkflowFilter();
  }

  /** Only those of this kind. */
  public WorkflowFilter kind(String workflowKind) {
    return set("workflow_kind", workflowKind);
  }
}
