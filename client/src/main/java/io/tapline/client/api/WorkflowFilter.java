package io.tapline.client.api;

/** Selects workflows. */
public final class WorkflowFilter extends ListFilter<WorkflowFilter> {

  private WorkflowFilter() {}

  public static WorkflowFilter all() {
    return new WorkflowFilter();
  }

  public WorkflowFilter kind(String workflowKind) {
    return set("workflow_kind", workflowKind);
  }
}
