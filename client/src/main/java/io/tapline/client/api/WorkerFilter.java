package io.tapline.client.api;

/** Selects workers. */
public final class WorkerFilter extends ListFilter<WorkerFilter> {

  private WorkerFilter() {}

  public static WorkerFilter all() {
    return new WorkerFilter();
  }

  /** Workers with this present status only, such as ONLINE. */
  public WorkerFilter status(String value) {
    return set("status", value);
  }
}
