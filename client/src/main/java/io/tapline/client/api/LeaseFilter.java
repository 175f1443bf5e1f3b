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

  /** Only of queues that are listed to the caller, as their figures count leases. */
  public LeaseFilter ofListedQueues() {
    return set("queues", "listed");
  }

  /** Only those of this worker. */
  public LeaseFilter worker(String value) {
    return set("worker_euid", value);
  }

  /** Only of subjects in this state now. */
  public LeaseFilter state(String value) {
    return set("state", value);
  }

  /** Only of subjects of this site. */
  public LeaseFilter site(String value) {
    return set("site", value);
  }

  /** Only of subjects of this platform. */
  public LeaseFilter platform(String value) {
    return set("platform", value);
  }

  /** Only of subjects of this assay. */
  public LeaseFilter assay(String value) {
    return set("assay", value);
  }
}
