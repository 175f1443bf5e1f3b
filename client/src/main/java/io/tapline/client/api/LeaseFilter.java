package io.tapline.client.api;

/** Which leases. */
public final class LeaseFilter extends ListFilter<LeaseFilter> {

  private LeaseFilter() {}

  /** Without any condition. */
  public static LeaseFilter all() {
    return new LeaseFilter();
  }

  /** Only those with this status, such as ACTIVE. */
  public LeaseFilter status(String value) {
    return set("status", value);
  }

  /** Only those of this queue. */
  public LeaseFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Only those of this worker. */
  public LeaseFilter worker(String value) {
    return set("worker_euid", value);
  }
}
