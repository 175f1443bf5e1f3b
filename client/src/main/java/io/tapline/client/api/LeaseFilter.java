package io.tapline.client.api;

/** Selects leases. */
public final class LeaseFilter extends ListFilter<LeaseFilter> {

  private LeaseFilter() {}

  public static LeaseFilter all() {
    return new LeaseFilter();
  }

  /** Leases with this status only, such as ACTIVE. */
  public LeaseFilter status(String value) {
    return set("status", value);
  }

  public LeaseFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Leases of queues that are listed to the caller only, as the queues' metrics count them. */
  public LeaseFilter ofListedQueues() {
    return set("queues", "listed");
  }

  public LeaseFilter worker(String value) {
    return set("worker_euid", value);
  }

  /** Leases of jobs that are in this state now. */
  public LeaseFilter state(String value) {
    return set("state", value);
  }

  /** Leases of jobs of this site only. */
  public LeaseFilter site(String value) {
    return set("site", value);
  }

  /** Leases of jobs of this platform only. */
  public LeaseFilter platform(String value) {
    return set("platform", value);
  }

  /** Leases of jobs of this assay only. */
  public LeaseFilter assay(String value) {
    return set("assay", value);
  }
}
