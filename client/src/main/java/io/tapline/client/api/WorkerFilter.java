package io.tapline.client.api;

/** Which workers. */
public final class WorkerFilter extends ListFilter<WorkerFilter> {

  private WorkerFilter() {}

  /** Without any condition. */
  public static WorkerFilter all() {
    return new WorkerFilter();
  }

  /** Only those that have it now, such as ONLINE. */
  public WorkerFilter status(String value) {
    return set("status", value);
  }
}
