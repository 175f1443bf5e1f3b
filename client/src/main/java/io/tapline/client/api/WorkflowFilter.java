package io.tapline.client.api;

/** Which workflows: all, the newest first. */
public final class WorkflowFilter extends ListFilter<WorkflowFilter> {

  private WorkflowFilter() {}

  /** Whichever there are. */
  public static WorkflowFilter all() {
    return new WorkflowFilter();
  }
}
